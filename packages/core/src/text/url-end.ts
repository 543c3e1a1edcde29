const openers = '([{'
const closers = ')]}'
/** Entities that end a URL, since the sender means the characters around it. */
const entities = /&(?:lt|gt|quot|apos|nbsp|#39|#34);/iy
const trailing = /[.,:;!?'…([{]/

/**
 * Returns the end of a bare URL that starts at `start` and whose host ends at `from`. It ends at a space, an angle bracket, a
 * quote, a backtick, or a bracket that it did not open, and excludes trailing punctuation. `'…'` and `|…|` around it end it
 * too.
 * @param isMarkdown whether backslashes before marks are escapes; otherwise they end the URL
 */
export function urlEnd(text: string, start: number, from: number, isMarkdown: boolean): number {
  const around = isTag(text, start) ? '|' : text[start - 1]
  const until = around === "'" || around === '|' ? around : undefined
  let end = /[/?#]/.test(text[from] ?? '') ? pathEnd(text, from, until, isMarkdown) : from
  while (end > start && trailing.test(text[end - 1] as string)) end--
  return end
}

/** Returns whether the URL is in one of Slack's tags that is not a link, because it is escaped or not closed. */
function isTag(text: string, start: number): boolean {
  return text[start - 1] === '<' || text.startsWith('&lt;', start - 4)
}

function pathEnd(text: string, from: number, until: string | undefined, isMarkdown: boolean): number {
  const depths = [0, 0, 0]
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string
    if (character === until || endsUrl(text.charCodeAt(at))) return at
    if (character === '"' && depths.every(depth => depth === 0)) return at
    if (character === '\\' && !isMarkdown) return at
    if (character === '\\' && /[[\](){}]/.test(text[at + 1] ?? '')) {
      at++ // an escaped bracket opens and closes nothing
      continue
    }
    if (character === '&' && isEntity(text, at)) return at
    const opened = openers.indexOf(character)
    const closed = closers.indexOf(character)
    if (opened >= 0) depths[opened] = (depths[opened] as number) + 1
    if (closed >= 0) {
      const depth = (depths[closed] as number) - 1
      if (depth < 0) return at
      depths[closed] = depth
    }
  }
  return text.length
}

function isEntity(text: string, at: number): boolean {
  entities.lastIndex = at
  return entities.test(text)
}

/** Matches spaces, controls, `"`, `<`, `>`, backticks, curly quotes, and Chinese and Japanese punctuation. */
function endsUrl(code: number): boolean {
  if (code < 0x80) return code <= 0x20 || code === 0x7f || code === 0x3c || code === 0x3e || code === 0x60
  return (
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2018 && code <= 0x201f) ||
    code === 0xa0 ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff01 && code <= 0xff0f) ||
    (code >= 0xff1a && code <= 0xff20) ||
    code === 0x1680
  )
}
