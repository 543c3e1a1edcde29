import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const operations = fileURLToPath(new URL('../../docs/operations.md', import.meta.url))

/** A kind of keys in Redis, without the prefix. `keptSeconds`: undefined if it has no time of its own. */
export type KindOfKeys = { name: string; pattern: RegExp; keptSeconds: number | undefined; holds: string }

const seconds: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 }

/** Reads the table of keys in docs/operations.md. */
export function documentedKeys(): KindOfKeys[] {
  const [, section = ''] = readFileSync(operations, 'utf8').split('## Keys in Redis\n')
  const [table = ''] = section.split('\n## ')
  return table
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .flatMap(line => {
      const [, keys = '', holds = '', , expires = ''] = line.split('|')
      const [, count = '', unit = ''] = /^ after (\d+) (\w+?)s? $/.exec(expires) ?? []
      const keptSeconds = count === '' ? undefined : Number(count) * (seconds[unit] ?? Number.NaN)
      return codeIn(keys).map(name => ({ name, pattern: patternOf(name), keptSeconds, holds }))
    })
}

/** Returns the names of all limits, by which they are counted. */
export const documentedLimits = (kinds: KindOfKeys[]) =>
  kinds
    .filter(({ name }) => name.startsWith('limit:'))
    .flatMap(({ holds }) => codeIn(holds).filter(code => !/[A-Z]/.test(code)))
    .toSorted()

const codeIn = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code)

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace(/<[^>]+>/g, '.+')}$`)
}

/** Returns the kind of a key: the one whose name says most. */
export function kindOf(kinds: KindOfKeys[], key: string): KindOfKeys | undefined {
  const length = ({ name }: KindOfKeys) => name.replace(/<[^>]+>/g, '').length
  return kinds
    .filter(({ pattern }) => pattern.test(key))
    .toSorted((one, other) => length(other) - length(one))[0]
}
