import { findBareLinks } from '../text/bare-links.js'
import { mrkdwnCodeRanges } from '../text/code.js'
import { decodeEntities } from '../text/tags.js'
import { type Atom, aroundAtoms, intendedMarks } from './atoms.js'
import { escapeInline, escapeLine, linkAtom } from './escape-markdown.js'
import { fromTags } from './tags.js'

/**
 * Text between two marks on one line, as Slack reads it: no letter next to the marks outside, no space or punctuation after
 * the first mark, and no space before the second. `logs-*,metrics-*`, `src/*` and `--all=*` contain none.
 */
const bold =
  /(?<![\p{L}\p{N}\\*/=.$%+]|[\p{L}\p{N}]-)(\*{1,2})(?![\s*,.;:!?)\]}])([^*\n]+)(?<!\s)\1(?![\p{L}\p{N}*])/gu
const italic =
  /(?<![\p{L}\p{N}\\_/=.$%+]|[\p{L}\p{N}]-)_(?![\s_,.;:!?)\]}])((?:[^_\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)(?<!\s)_(?![\p{L}\p{N}_])/gu
const struck =
  /(?<![\p{L}\p{N}\\~/=.$%+]|[\p{L}\p{N}]-)(~{1,2})(?![\s~,.;:!?)\]}])([^~\n]+)(?<!\s)\1(?![\p{L}\p{N}~])/gu

const quote = /^(?:&gt;|>) ?/
const quoteToEnd = /^(?:&gt;|>){3} ?/

/**
 * Returns Slack's mrkdwn as markdown: `*bold*` is bold and `~struck~` is struck. A quote ends with its line or, after `>>>`,
 * with the text. Characters that mean nothing in mrkdwn are escaped, and URLs stay as written. `translate` translates links
 * afterwards, with the whole text. Code stays, except for entities such as `&lt;`, which markdown would show as written.
 */
export function fromMrkdwn(text: string): string {
  return aroundAtoms(text, atomsOf(text), outline =>
    endQuotes(escapeInline(withMarks(outline)).split('\n')).replace(/[\uFDD1-\uFDD3]/g, written),
  )
}

/** Returns the label of a link or button: one line, in which URLs do not become links. */
export function labelFromMrkdwn(text: string): string {
  return aroundAtoms(text, codeAtoms(text), outline =>
    escapeInline(withMarks(outline)).replace(/[\uFDD1-\uFDD3]/g, written),
  )
}

function withMarks(outline: string): string {
  return outline
    .replace(bold, '\uFDD1$2\uFDD1')
    .replace(italic, '\uFDD2$1\uFDD2')
    .replace(struck, '\uFDD3$2\uFDD3')
}

function written(mark: string): string {
  return intendedMarks[mark as keyof typeof intendedMarks]
}

/** Returns the code, tags and bare URLs, in order. */
function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = []
  let from = 0
  const tags = fromTags(text, labelFromMrkdwn)
  for (const code of [...codeAtoms(text), { start: text.length, end: text.length, markdown: '' }]) {
    for (const tag of tags(from, code.start)) atoms.push(tag)
    atoms.push(code)
    from = code.end
  }
  atoms.pop()
  return withLinks(atoms, text)
}

/** Excludes the line feed after a fence, which belongs to the surrounding text. */
function codeAtoms(text: string): Atom[] {
  return mrkdwnCodeRanges(text).map(({ start, end }) => {
    const last = text[end - 1] === '\n' ? end - 1 : end
    return { start, end: last, markdown: decodeEntities(text.slice(start, last)) }
  })
}

/** Adds the URLs that stand outside all atoms. */
function withLinks(atoms: Atom[], text: string): Atom[] {
  const links = findBareLinks(text, false)
  if (links.length === 0) return atoms
  const all: Atom[] = []
  let next = 0
  for (const link of links) {
    while (next < atoms.length && (atoms[next] as Atom).start <= link.start) all.push(atoms[next++] as Atom)
    if (link.start >= (all.at(-1)?.end ?? 0)) all.push(linkAtom(link, text))
  }
  return [...all, ...atoms.slice(next)]
}

/** Adds a blank line after each quote. In markdown, the lines after a quote would belong to it. */
function endQuotes(lines: string[]): string {
  const shown: string[] = []
  let isToEnd = false
  for (const line of lines) {
    const isBegun = isToEnd
    isToEnd ||= quoteToEnd.test(line)
    const rest = isBegun ? line : line.replace(isToEnd ? quoteToEnd : quote, '')
    const isQuote = isToEnd || rest !== line
    if (!isQuote && line !== '' && shown.at(-1)?.startsWith('> ')) shown.push('')
    shown.push(isQuote ? `> ${escapeLine(rest)}` : escapeLine(rest))
  }
  return shown.join('\n')
}
