import { advance } from './code-points.js'

/**
 * Cuts `text` into parts of at most `limit` code points. Nothing is dropped: the parts joined are the text. A cut comes after
 * the last newline in a part's final tenth, otherwise after the last space there, otherwise at the limit. It never divides a
 * grapheme that fits into a part (docs/behaviour.md, splitting). An empty text is one empty part.
 */
export function split(text: string, limit: number): string[] {
  const parts: string[] = []
  let from = 0
  while (text.length - from > limit) {
    const end = advance(text, from, limit)
    if (end === text.length) break
    const cut = cutBefore(text, from, end, limit)
    parts.push(text.slice(from, cut))
    from = cut
  }
  parts.push(text.slice(from))
  return parts
}

/** Returns the first `limit` code points, or slightly fewer if that would cut a grapheme. */
export function shorten(text: string, limit: number): string {
  return text.slice(0, hardCut(text, 0, advance(text, 0, limit)))
}

function cutBefore(text: string, from: number, end: number, limit: number): number {
  const tenth = advance(text, from, limit - Math.floor(limit / 10))
  const newline = text.slice(tenth, end).lastIndexOf('\n')
  if (newline >= 0) return tenth + newline + 1
  return spaceCut(text, tenth, end) ?? hardCut(text, from, end)
}

/** Cuts after the last space that carries no combining mark. */
function spaceCut(text: string, tenth: number, end: number): number | undefined {
  for (let cut = end; cut > tenth; cut--) {
    if (text[cut - 1] === ' ' && graphemeStart(text, cut - 1, cut) === cut) return cut
  }
  return undefined
}

/** Cuts at the limit if the first grapheme is longer than a part. */
function hardCut(text: string, from: number, end: number): number {
  const cut = graphemeStart(text, from, end)
  return cut > from ? cut : end
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first combining mark. No lower character joins another, except a line feed its carriage return. */
const firstJoiner = 0x300

/**
 * Returns the last position up to `at` that does not cut a grapheme, at least `from`. The segmenter is slow, so it only sees
 * the text after the last two plain letters.
 */
function graphemeStart(text: string, from: number, at: number): number {
  if (at >= text.length || (isPlain(text, at) && isPlain(text, at - 1))) return at
  let start = at - 1
  while (start > from && !(isPlain(text, start) && isPlain(text, start - 1))) start--
  const window = text.slice(start, at + 2)
  return start + (segmenter.segment(window).containing(at - start)?.index ?? 0)
}

function isPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < firstJoiner && code !== 0x0a && code !== 0x0d
}
