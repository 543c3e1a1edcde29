import { existsSync, readFileSync } from 'node:fs'
import { EnvMistakes } from './env.js'

type Variables = Record<string, string | undefined>

/**
 * Sets the variables of an `.env` file that the environment lacks, as `docker compose` does.
 * @returns their names; none if there is no such file
 * @throws EnvMistakes with the lines that cannot be read
 */
export function loadEnvFile(file: string): string[] {
  if (!existsSync(file)) return []
  const given = Object.entries(parseEnvFile(readFileSync(file, 'utf8'), process.env))
  const missing = given.filter(([name]) => process.env[name] === undefined)
  for (const [name, value] of missing) process.env[name] = value
  return missing.map(([name]) => name)
}

const blank = /(?:[ \t]*(?:#.*)?(?:\r?\n|$))/.source
const name = /[ \t]*(?:export[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*/.source
const single = /'(?<single>(?:\\'|[^'])*)'/.source
const double = /"(?<double>(?:\\[\s\S]|[^"\\])*)"/.source
const plain = /(?<plain>(?![ \t]*['"])(?:(?![ \t]#)[^\r\n])*)/.source
const line = new RegExp(`${blank}|${name}(?:=[ \\t]*(?:${single}|${double}|${plain})${blank})`, 'y')

/**
 * Reads `NAME=value` lines. Single quotes keep a value as it is. In others, `$NAME`, `${NAME}`, `${NAME:-default}` and the like
 * stand for variables of `env` or of earlier lines, and `$$` for a dollar sign.
 * @throws EnvMistakes without values
 */
export function parseEnvFile(text: string, env: Variables): Record<string, string> {
  const source = text.replace(/^\uFEFF/, '')
  const found: Record<string, string> = {}
  for (let at = 0; at < source.length; at = line.lastIndex) {
    line.lastIndex = at
    const read = line.exec(source)
    if (!read) throw mistakeAt(source, at, 'must be NAME=value')
    const { name, single, double, plain } = read.groups ?? {}
    if (name === undefined) continue
    const lookUp = (other: string) => env[other] ?? found[other]
    const missing = (other: string) => mistakeAt(source, at, `needs the variable ${other}`)
    found[name] =
      single?.replaceAll("\\'", "'") ??
      interpolated(double === undefined ? (plain ?? '').trim() : unescaped(double), lookUp, missing)
  }
  return found
}

function mistakeAt(source: string, at: number, what: string): EnvMistakes {
  return new EnvMistakes([`.env, line ${source.slice(0, at).split('\n').length}: ${what}`])
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/** An escaped dollar sign stays for `interpolated`. */
function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, character) =>
    character === '$' ? '$$' : (escapes[character] ?? character),
  )
}

const reference =
  /\$(?:\$|(?<bare>[A-Za-z_]\w*)|\{(?<name>[A-Za-z_]\w*)(?:(?<how>:?[-+?])(?<word>[^}]*))?\})/g

function interpolated(
  text: string,
  lookUp: (name: string) => string | undefined,
  missing: (name: string) => EnvMistakes,
): string {
  return text.replace(reference, (whole, ...args) => {
    if (whole === '$$') return '$'
    const { bare, name = bare, how = '', word = '' } = args.at(-1) as Record<string, string | undefined>
    const value = lookUp(name ?? '')
    const isSet = how.startsWith(':') ? Boolean(value) : value !== undefined
    if (how.endsWith('+')) return isSet ? word : ''
    if (isSet) return value ?? ''
    if (how.endsWith('?')) throw missing(name ?? '')
    return how.endsWith('-') ? word : ''
  })
}
