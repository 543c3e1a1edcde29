import { type BareLink, findBareLinks } from '../text/bare-links.js'
import { markdownLink } from '../text/link.js'

/** Marks inside a line. Underscores within words and stars between spaces are plain text. */
const inline =
  /[\\`]|(?<!\S )\*|\*(?! )|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|!(?=\uFDD0)|(?<=\])[[(:]/gu
/** The start of a heading, quote, list item, rule, table or underline of a heading. */
const atStart = /^(?:#{1,6}(?=[ \t]|$)|>|[-+=](?=[ \t=|:-]|$)|\||:(?=-))/
const numbered = /^(\d{1,9})([.)])(?=[ \t]|$)/

const noBreakSpace = '\u00a0'

/**
 * Returns markdown that shows `text` as written, line by line. Its URLs still become links.
 * @param isPart whether other text follows or precedes it on its line
 */
export function escapeMarkdown(text: string, isPart = false): string {
  const atoms = findBareLinks(text, false).map(link => linkAtom(link, text, isPart))
  return aroundAtoms(text, atoms, outline =>
    escapeInline(outline)
      .replaceAll('<', '&lt;')
      .split('\n')
      .map((line, index) => (isPart && index === 0 ? escapeStart(line) : escapeLine(line)))
      .join('\n'),
  )
}

/** Returns markdown for a link's label. URLs in it do not become links. */
export function escapeLabel(text: string): string {
  return escapeInline(text).replaceAll('<', '&lt;')
}

/** Escapes the marks within a line, but not `<`, which may open one of Slack's tags. */
export function escapeInline(text: string): string {
  return text.replace(inline, '\\$&')
}

/** Escapes the start of a line. Keeps indentation of two spaces or more, without making it a code block. */
export function escapeLine(line: string): string {
  const [spaces = ''] = /^[ \t]+/.exec(line) ?? []
  const rest = line.slice(spaces.length)
  const isIndented = spaces.length > 1 || spaces === '\t'
  if (rest.startsWith(standIn) || !isIndented) return escapeStart(rest)
  return spaces.replaceAll('\t', '    ').replaceAll(' ', noBreakSpace) + escapeStart(rest)
}

function escapeStart(line: string): string {
  return line.replace(atStart, '\\$&').replace(numbered, '$1\\$2')
}

const surelyEndsAddress = /^(?:[.,:;!?)]?(?:\s|$))/
const marks = /[*~[\]\\|]|^_|_$/

/** Returns a URL as written if nothing in it or after it could be read as a mark, otherwise in angle brackets. */
export function linkAtom({ start, end, href, shown }: BareLink, text: string, isPart = false): Atom {
  const written = text.slice(start, end)
  const isSafe =
    !marks.test(written) &&
    surelyEndsAddress.test(text.slice(end, end + 2)) &&
    !(isPart && end === text.length)
  if (isSafe) return { start, end, markdown: written }
  const inBrackets = !written.includes('|') && !href.startsWith('http://www.')
  return { start, end, markdown: inBrackets ? `<${written}>` : markdownLink(addressLabel(shown), href) }
}

/** Writes brackets as entities, because the renderer would read `\[](` after an address as part of it. */
function addressLabel(shown: string): string {
  return escapeLabel(shown).replaceAll('[', '&#91;').replaceAll(']', '&#93;')
}

/** A range of a text with its markdown, which is not parsed again. */
export type Atom = { start: number; end: number; markdown: string }

/** Noncharacters of Unicode, which stand for an atom and for intended marks. */
const standIn = '\uFDD0'
export const intendedMarks = { '\uFDD1': '**', '\uFDD2': '_', '\uFDD3': '~~' } as const

const reserved = /[\uFDD0-\uFDD3]/g

/** Calls `write` with a text in which each atom is one character, then puts the atoms' markdown back. Law: linear in the text. */
export function aroundAtoms(text: string, atoms: Atom[], write: (text: string) => string): string {
  let outline = ''
  let from = 0
  for (const { start, end } of atoms) {
    outline += text.slice(from, start).replace(reserved, '\uFFFD') + standIn
    from = end
  }
  const written = write(outline + text.slice(from).replace(reserved, '\uFFFD'))
  let next = 0
  return written
    .split('\n')
    .map(line => {
      const isQuoted = line.startsWith('> ')
      return line.replaceAll(standIn, () => inLine(atoms[next++]?.markdown ?? '', isQuoted))
    })
    .join('\n')
}

/** Quotes the further lines of an atom inside a quote. */
function inLine(markdown: string, isQuoted: boolean): string {
  return isQuoted ? markdown.replaceAll('\n', '\n> ') : markdown
}
