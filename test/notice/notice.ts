import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Shipped, shippedPackages } from './shipped.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const noticeFile = join(root, 'NOTICE')

const line = '-'.repeat(80)
const legal = /^(?:licen[cs]e|copying|copyright|notice|unlicense)(?:[.-].*)?$/i

const head = `Third-party packages

Posthorn's programs and web page contain the following packages. Their licences follow the list. Packages marked with * are
installed only where the platform needs them, and have the texts of their licences in their own folders. Posthorn itself is
under the licence in the file LICENSE. "npm run notice" writes this file.
`

/** Returns the contents of NOTICE, which are the same on every platform. */
export function notice(packages: Shipped[] = shippedPackages()): string {
  const list = packages.map(each => `${titleOf(each)}  ${each.entry.license ?? 'see below'}`)
  const byText = new Map<string, string[]>()
  for (const each of packages) {
    const text = each.entry.optional ? '' : licenceOf(each)
    if (text !== '') byText.set(text, [...(byText.get(text) ?? []), titleOf(each)])
  }
  const texts = [...byText].map(
    ([text, titles]) => `${line}\n${[...new Set(titles)].join('\n')}\n\n${text}\n`,
  )
  return [head, `${[...new Set(list)].join('\n')}\n`, ...texts].join('\n')
}

function titleOf({ name, entry }: Shipped): string {
  return `${name} ${entry.version}${entry.optional ? ' *' : ''}`
}

/** Returns the texts of a package's own files about its licence, or who wrote it if it has none. */
function licenceOf({ folder, entry }: Shipped): string {
  const files = readdirSync(join(root, folder)).filter(file => legal.test(file))
  if (files.length === 0)
    return `${entry.license}. The package has no text of its licence.${authorOf(folder)}`
  return files
    .toSorted()
    .map(file => plain(readFileSync(join(root, folder, file), 'utf8')))
    .join('\n\n')
}

function authorOf(folder: string): string {
  const { author } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const name = typeof author === 'string' ? author.replace(/ *[<(].*/, '') : (author?.name ?? '')
  return name === '' ? '' : ` Its author is ${name}.`
}

/** Removes what differs between editors: carriage returns, tabs, and spaces and lines at the ends. */
function plain(text: string): string {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  return lines
    .map(each => each.replaceAll('\t', '    ').trimEnd())
    .join('\n')
    .trim()
}
