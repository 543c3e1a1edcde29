const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Below it no character joins another, but line feed its carriage return: the first combining mark. */
const firstJoiner = 0x300

/**
 * The last place up to `at` where no grapheme is cut, searched back to `from`; `from` itself when one grapheme fills all.
 * The segmenter is slow, so plain letters never reach it, and others only from between the last two plain letters on.
 */
export function graphemeStart(text: string, from: number, at: number): number {
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
