import { bold, joined, link, plain, plainLines, truncate } from '../markdown.js'
import { type Native, native } from '../native.js'

/** A value somewhere in a body: `['host', 'name']`. */
export type Leaf = { path: string[]; value: Native }

/** What a body of any shape says. `title` is markdown, and `text` what a person wrote. `rest`: the other values. */
export type Described = { title: string; text: string; notes: string[]; rest: Leaf[] }

const maxDepth = 8
const maxLeaves = 300
/** Characters of a key in a path. A long key would be copied for each value below it. */
const maxKey = 100
/** More than the history keeps of a delivery. */
const maxIgnored = 100

/** Returns the values of a body that are not empty, in order. Adds what is left out to `ignored`. */
export function jsonLeaves(body: Native, ignored: string[]): Leaf[] {
  const leaves: Leaf[] = []
  addLeaves({ path: [], value: body }, leaves, ignored)
  return leaves
}

function addLeaves({ path, value }: Leaf, leaves: Leaf[], ignored: string[]): void {
  if (value.text !== '') {
    if (leaves.length < maxLeaves) leaves.push({ path, value })
    else leaveOut(path, ignored)
    return
  }
  const line = listOnOneLine(value)
  if (line !== '' && path.length > 0 && leaves.length < maxLeaves) {
    leaves.push({ path, value: native(line) })
    return
  }
  const children = value.length > 0 ? itemsOf(value) : value.entries
  if (children.length === 0) return
  if (path.length === maxDepth || leaves.length >= maxLeaves) leaveOut(path, ignored)
  else
    for (const [key, child] of children)
      addLeaves({ path: [...path, truncate(key, maxKey)], value: child }, leaves, ignored)
  if (value.size > children.length) leaveOut(path, ignored, `after the first ${children.length}`)
}

function leaveOut(path: string[], ignored: string[], note?: string): void {
  if (ignored.length < maxIgnored) ignored.push(joined([path.join('.'), note]))
}

const maxListOnLine = 200

/** Returns a short list of short values as `a, b`; else nothing. */
function listOnOneLine({ items, length }: Native): string {
  const values = items.map(({ text }) => text)
  const line = values.join(', ')
  const isShort = length === items.length && line.length <= maxListOnLine
  return isShort && values.every(text => text !== '' && !/[\n\r,]/.test(text)) ? line : ''
}

function itemsOf({ items }: Native): [string, Native][] {
  return items.map((item, index) => [String(index), item])
}

/** Names of fields as programs write them, without case and separators, the best first. */
const titles = 'title subject summary headline alertname eventname name event'.split(' ')
const texts = 'text message msg body description content details reason error'.split(' ')
const words = new Set([...titles, ...texts])
const links = 'url link href htmlurl weburl permalink'.split(' ')
const facts = new Set(
  `status state severity level priority result outcome host hostname server service source environment
  instance`.split(/\s+/),
)

const maxTitle = 200
const maxText = 4000

/** Sorts the values of a body: a title, a text, short facts, and the rest. Those below the top count if it has no text. */
export function describe(leaves: Leaf[]): Described {
  const atTop = leaves.filter(({ path }) => path.length === 1)
  const below = leaves.filter(({ path }) => path.length <= 2 && !/^\d+$/.test(path.at(-1) ?? ''))
  const hasWords = [...words].some(name => find(atTop, name))
  const known = hasWords ? atTop : below
  const title = first(known, hasWords ? titles : titles.filter(name => name !== 'name'))
  const text = leaves.find(({ path }) => path.length === 0) ?? first(known, texts)
  const address = first(known, links)
  const notes = known.filter(leaf => facts.has(nameOf(leaf)) && isShort(leaf))
  const said = new Set([title?.value.text, text?.value.text])
  const isSaid = (leaf: Leaf) => words.has(nameOf(leaf)) && said.has(leaf.value.text)
  const rest = leaves.filter(leaf => ![title, text, address, ...notes].includes(leaf) && !isSaid(leaf))
  return { ...headed(title, text, address), notes: notes.map(noteOf), rest }
}

/** A text of one line is the title, if there is no other. */
function headed(title?: Leaf, text?: Leaf, address?: Leaf): Pick<Described, 'title' | 'text'> {
  const written = text?.value.text ?? ''
  const isTitle = title === undefined && written.length <= maxTitle && !written.includes('\n')
  const label = isTitle ? written : (title?.value.text ?? '')
  const url = address?.value.text ?? ''
  const shown = label === '' ? link(url, url) : link(label, url)
  const unlinked = label !== '' && url !== '' && shown === plain(label) && plain(url)
  return {
    title: joined([isTitle ? shown : bold(shown), unlinked]),
    text: isTitle || written === label ? '' : plainLines(written, maxText),
  }
}

function noteOf({ path, value }: Leaf): string {
  return `${plain(path.at(-1) ?? '', 40)}: ${plain(value.text, 100)}`
}

function isShort({ value }: Leaf): boolean {
  return value.text.length <= 100
}

function first(leaves: Leaf[], names: string[]): Leaf | undefined {
  for (const name of names) {
    const found = find(leaves, name)
    if (found) return found
  }
  return undefined
}

function find(leaves: Leaf[], name: string): Leaf | undefined {
  return leaves.find(leaf => nameOf(leaf) === name)
}

function nameOf({ path }: Leaf): string {
  return fieldName(path.at(-1) ?? '')
}

/** Returns a field's name without case and separators: `Host.Name` is `hostname`. */
export function fieldName(key: string): string {
  return key
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

const maxValue = 500
/** Characters of a list, so that it fits into an attachment. */
const maxList = 4500

/** Returns values as a list: `- **host.name:** db-1`. Adds those that do not fit to `ignored`. */
export function listOfLeaves(leaves: Leaf[], ignored: string[]): string {
  const lines: string[] = []
  let length = 0
  for (const { path, value } of leaves) {
    const label = plain(path.join('.'), 100)
    const line = joined([label !== '' && bold(`${label}:`), plain(value.text, maxValue)])
    length += line.length
    if (length <= maxList) lines.push(`- ${line}`)
    else ignored.push(path.join('.'))
  }
  const hidden = leaves.length - lines.length
  return joined([...lines, hidden > 0 && `- … and ${hidden} more`], '\n')
}
