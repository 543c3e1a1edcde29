import { advance } from './code-points.js'

/**
 * Cut `text` into parts of at most `limit` code points. Nothing is dropped: the parts joined are the text. A cut comes
 * after the last newline, else the last space, of a part's final tenth, else where the limit is; never inside a grapheme,
 * unless that is longer than a part (docs/behaviour.md, splitting). No text is one empty part.
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

/** The first `limit` code points, or a little less when that would cut a grapheme. */
export function shorten(text: string, limit: number): string {
  return text.slice(0, hardCut(text, 0, advance(text, 0, limit)))
}

function cutBefore(text: string, from: number, end: number, limit: number): number {
  const tenth = advance(text, from, limit - Math.floor(limit / 10))
  const newline = text.slice(tenth, end).lastIndexOf('\n')
  if (newline >= 0) return tenth + newline + 1
  return spaceCut(text, tenth, end) ?? hardCut(text, from, end)
}

/** After the last space that no combining mark sits on. */
function spaceCut(text: string, tenth: number, end: number): number | undefined {
  for (let cut = end; cut > tenth; cut--) {
    if (text[cut - 1] === ' ' && graphemeStart(text, cut - 1, cut) === cut) return cut
  }
  return undefined
}

/** A grapheme that begins where the part begins is longer than a part: it is cut at the limit. */
function hardCut(text: string, from: number, end: number): number {
  const cut = graphemeStart(text, from, end)
  return cut > from ? cut : end
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Below it no character joins another, but line feed its carriage return: the first combining mark. */
const firstJoiner = 0x300

/**
 * The last place up to `at` where no grapheme is cut, searched back to `from`; `from` itself when one grapheme fills all.
 * The segmenter is slow, so plain letters never reach it, and others only from between the last two plain letters on.
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
