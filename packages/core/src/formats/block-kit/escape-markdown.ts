import { type BareLink, findBareLinks } from '../../text/bare-links.js'
import { markdownLink } from '../../text/link.js'
import { type Atom, aroundAtoms, standIn } from './atoms.js'

/** What begins something inside a line; an underscore within a word does not, nor a star between spaces. */
const inline =
  /[\\`]|(?<!\S )\*|\*(?! )|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|!(?=\uFDD0)|(?<=\])[[(:]/gu
/** What makes a line a heading, quote, list item, rule or a table's or a heading's underline. */
const atStart = /^(?:#{1,6}(?=[ \t]|$)|>|[-+=](?=[ \t=|:-]|$)|\||:(?=-))/
const numbered = /^(\d{1,9})([.)])(?=[ \t]|$)/

const noBreakSpace = '\u00a0'

/**
 * Markdown that shows `text` as it is, line by line; its addresses stay addresses.
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

/** The same for a link's label: addresses in it are none. */
export function escapeLabel(text: string): string {
  return escapeInline(text).replaceAll('<', '&lt;')
}

/** What means something within a line, escaped; `<`, which may begin a tag of Slack's, is not. */
export function escapeInline(text: string): string {
  return text.replace(inline, '\\$&')
}

/** A line that begins nothing. It keeps its indentation, which makes no code of it; a single space is none. */
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

/** An address as it is where nothing in it or behind it could be taken for a mark, else in angle brackets. */
export function linkAtom({ start, end, href, shown }: BareLink, text: string, isPart = false): Atom {
  const written = text.slice(start, end)
  const isSafe =
    !marks.test(written) &&
    surelyEndsAddress.test(text.slice(end, end + 2)) &&
    !(isPart && end === text.length)
  if (isSafe) return { start, end, markdown: written }
  const inBrackets = !written.includes('|') && !href.startsWith('http://www.')
  return { start, end, markdown: inBrackets ? `<${written}>` : markdownLink(escapeLabel(shown), href) }
}
