import { readMarkdown } from '../../markup/markdown.js'
import { quoteMarkup } from '../../markup/write.js'
import { code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** Names of people are shorter than other values. */
const maxName = 60
/** Lines of a list that a post shows. */
const maxListed = 5

type Sentence = {
  sign?: string
  who: string
  /** Our own words: `opened the issue`. */
  did: string
  item?: ForgePlace
  /** Markdown after the item: `to bob`. */
  after?: string | false | undefined
  where?: ForgePlace
}

/** Returns a first line: `alice opened the issue [#4 Title](…) in [acme/shop](…)`. */
export function sentence({ sign, who, did, item, after, where }: Sentence): string {
  const place = where && linked(where)
  return joined([sign, person(who), did, item && linked(item), after, place && `in ${place}`])
}

/** Returns the branches of a pull request: `cart` → `main`. */
export function branches(from: string, to: string): string {
  return from !== '' && to !== '' ? `${code(from)} → ${code(to)}` : ''
}

/** Returns that a test call arrived: `GitHub is connected to [acme/shop](…) · ana`. */
export function connected(title: string, where?: ForgePlace, ...notes: string[]): string {
  const place = where && linked(where)
  return joined([`🔌 ${title} is connected${place ? ` to ${place}` : ''}`, ...notes], ' · ')
}

export function person(name: string): string {
  return plain(name, maxName) || 'Somebody'
}

/** Returns markdown that somebody wrote as a quote, without the hidden hints of templates. */
export function excerpt({ text }: Native, most?: number): string {
  return quoteMarkup(readMarkdown(text), most)
}

/** Returns the first lines as a list, and how many more there are. */
export function listed(lines: string[], total = lines.length): string {
  const shown = lines.slice(0, maxListed)
  const hidden = total - shown.length
  const items = shown.filter(line => line !== '').map(line => `- ${line}`)
  return joined([...items, hidden > 0 && `- … and ${hidden} more`], '\n')
}

/** Returns the last items of a list, latest first. */
export function latest(list: Native): Native[] {
  const shown = Math.min(list.length, maxListed)
  return Array.from({ length: shown }, (_, index) => list.at(String(list.length - 1 - index)))
}

/** Joins the lines of a post. */
export function lines(...parts: (string | false | undefined)[]): string {
  return joined(parts, '\n')
}

/** A name with its address, such as a repository or a pull request. */
export type ForgePlace = { name: string; url: string }

export function linked({ name, url }: ForgePlace): string {
  return link(name, url)
}

/** Returns an address below another one. A branch's name keeps its slashes. */
export function addressBelow(base: string, path: string): string {
  if (base === '' || path === '') return ''
  const encoded = encodeURI(path.slice(0, 500).toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F')
  return `${base.endsWith('/') ? base.slice(0, -1) : base}/${encoded}`
}

/** Returns `#42 Title`. */
export function numbered(number: Native, title: Native, sign = '#'): string {
  return joined([number.text !== '' && `${sign}${number.text}`, title.text])
}
