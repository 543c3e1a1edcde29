import { findBareLinks } from '../../text/bare-links.js'
import { mrkdwnCodeRanges } from '../../text/code.js'
import { meantBy } from '../../text/tags.js'
import { type Atom, aroundAtoms, meantMarks } from './atoms.js'
import { escapeInline, escapeLine, linkAtom } from './escape-markdown.js'
import { fromTags } from './tags.js'

/**
 * What stands between two marks in one line, as Slack reads it: beside words, and no space or punctuation on the first
 * mark's inner side, no space on the second's. `logs-*,metrics-*`, `src/*` and `--all=*` have none.
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
 * Slack's mrkdwn as markdown: `*bold*` is bold and `~struck~` struck there, a quote ends with its line or, after `>>>`,
 * with the text. All that means nothing in mrkdwn is escaped and reads as written; addresses stay as they are. Links are
 * translated with the whole text afterwards, by `translate`. Code stays, but for `&lt;` and its kin, which markdown would
 * show as they are written.
 */
export function fromMrkdwn(text: string): string {
  return aroundAtoms(text, atomsOf(text), outline =>
    endQuotes(escapeInline(withMarks(outline)).split('\n')).replace(/[\uFDD1-\uFDD3]/g, written),
  )
}

/** The same for the label of a link or a button: one line, in which addresses are no links. */
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
  return meantMarks[mark as keyof typeof meantMarks]
}

/** What is not prose: code, tags and bare addresses, in order. */
function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = []
  let from = 0
  const tags = fromTags(text, labelFromMrkdwn)
  for (const code of [...codeAtoms(text), { start: text.length, end: text.length, markdown: '' }]) {
    atoms.push(...tags(from, code.start), code)
    from = code.end
  }
  atoms.pop()
  return withLinks(atoms, text)
}

/** The line feed behind a fence belongs to the text around it. */
function codeAtoms(text: string): Atom[] {
  return mrkdwnCodeRanges(text).map(({ start, end }) => {
    const last = text[end - 1] === '\n' ? end - 1 : end
    return { start, end: last, markdown: meantBy(text.slice(start, last)) }
  })
}

/** Adds the addresses that stand outside all of these. */
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

/** In markdown the lines behind a quote belong to it, until one is empty. */
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
