import { FieldFault } from './fields.js'

/** A part of a field: text as written, or what stands between braces. `at` is its offset in the field. */
export type Piece = { kind: 'text' | 'tag'; text: string; at: number }

/**
 * Cuts a field into texts and tags. A block's tag or a comment that has a line for itself takes the line with it, so that it
 * leaves no empty lines.
 */
export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let open = source.indexOf('{{'); open >= 0; open = source.indexOf('{{', from)) {
    const end = endOfTag(source, open)
    const text = source.slice(open + 2, end)
    const line = isOfBlock(text) ? ownLine(source, open, end + 2) : undefined
    addText(pieces, source, from, line ? Math.max(from, line.start) : open)
    pieces.push({ kind: 'tag', text, at: open + 2 })
    from = line?.end ?? end + 2
  }
  addText(pieces, source, from, source.length)
  return pieces
}

function addText(pieces: Piece[], source: string, from: number, to: number): void {
  if (to > from) pieces.push({ kind: 'text', text: source.slice(from, to), at: from })
}

/** Returns where the braces close. Those in a string do not count. */
function endOfTag(source: string, open: number): number {
  if (source.startsWith('{{{', open))
    throw new FieldFault('Write {{path | raw}} for a value that is not escaped, with two braces.', open)
  const isComment = source.startsWith('{{!', open)
  let quote = ''
  for (let at = open + 2; at < source.length; at++) {
    const character = source[at] ?? ''
    if (quote !== '' && character === '\\') at++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (!isComment && (character === '"' || character === "'")) quote = character
    else if (character === '}' && source[at + 1] === '}') return at
    else if (!isComment && character === '{' && source[at + 1] === '{') break
  }
  const why = quote === '' ? 'This {{ is not closed. Write }} after it.' : 'A quotation mark is not closed.'
  throw new FieldFault(why, open)
}

function isOfBlock(text: string): boolean {
  return /^\s*(?:[#/!]|else(?:\s|$))/.test(text)
}

/** Returns the line that a tag has for itself, with its line feed. Reads only the spaces around the tag. */
function ownLine(source: string, open: number, end: number): { start: number; end: number } | undefined {
  let start = open
  while (isSpaceInLine(source[start - 1])) start--
  let feed = end
  while (isSpaceInLine(source[feed])) feed++
  const isAlone = (source[start - 1] ?? '\n') === '\n' && (source[feed] ?? '\n') === '\n'
  return isAlone ? { start, end: Math.min(feed + 1, source.length) } : undefined
}

function isSpaceInLine(character: string | undefined): boolean {
  return character !== undefined && character !== '\n' && /\s/.test(character)
}
