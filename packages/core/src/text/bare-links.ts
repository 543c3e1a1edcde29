/** A bare URL in a text, from `start` to before `end`, with its target and its label. */
export type BareLink = { start: number; end: number; href: string; shown: string }

const candidate = /(?:https?|ftp):\/\/|www\.|mailto:|@/gi
const authority =
  /(?:[\p{L}\p{N}._%+$:-]{1,100}@)?(?:\[[\da-f:.]{2,45}\]|[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]*)(?::\d{1,5})?/iuy
/** Excludes `git@example.com:team/repo`, which is not a mailbox. */
const mailDomain = /(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?![a-z\d@-]|[:/]\w)/iy
const longestMailbox = 64

/**
 * Finds the URLs in a text that become links as they stand: `http`, `https` and `ftp`, those that start with `www.`, and
 * e-mail addresses. `README.md` is not a host. Linear in the length of the text.
 * @param isMarkdown whether backslashes before marks are escapes, not parts of the URL
 */
export function findBareLinks(text: string, isMarkdown: boolean): BareLink[] {
  if (!mayHaveBareLinks(text)) return []
  const links: BareLink[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    if (index < from) continue
    const link =
      found === '@' ? mailAt(text, index, from) : addressAt(text, index, found.toLowerCase(), isMarkdown)
    if (link === undefined) continue
    links.push(link)
    from = link.end
  }
  return links
}

function mayHaveBareLinks(text: string): boolean {
  return text.includes('@') || text.includes('://') || /www\./i.test(text)
}

function addressAt(text: string, start: number, begins: string, isMarkdown: boolean): BareLink | undefined {
  const before = text[start - 1] ?? ''
  const isWww = begins === 'www.'
  if (isWww ? /[.a-z\d/-]/i.test(before) : /[a-z\d+]/i.test(before)) return undefined
  if (isMarkdown && before === '(' && isDestination(text, start)) return undefined
  if (begins === 'mailto:') return mailtoAt(text, start, isMarkdown)
  if (isWww && !startsHost(text, start)) return undefined
  authority.lastIndex = start + (isWww ? 0 : begins.length)
  if (!authority.test(text)) return undefined
  const end = withoutOpenMarks(text, start, urlEnd(text, start, authority.lastIndex, isMarkdown))
  if (end < start + begins.length + 1) return undefined
  const url = meant(text.slice(start, end))
  if (isWww && !/^www\.[^./?#]+\.[^.]/i.test(url)) return undefined
  return { start, end, href: isWww ? `http://${url}` : url, shown: url }
}

const labels = /www\.[^./?#\s]{1,255}\.[^.]/iy

/** Looks at the first labels before the whole host is read, because the next `www.` may be in it. */
function startsHost(text: string, start: number): boolean {
  labels.lastIndex = start
  return labels.test(text)
}

const destination = /[^\s()<>\\]*\)/y

/** Where a markdown link has its target, which is already a link. */
function isDestination(text: string, start: number): boolean {
  destination.lastIndex = start
  return text[start - 2] === ']' && destination.test(text)
}

function mailtoAt(text: string, start: number, isMarkdown: boolean): BareLink | undefined {
  const mailbox = start + 'mailto:'.length
  const length = text.slice(mailbox, mailbox + longestMailbox + 1).indexOf('@')
  const mail = length < 0 ? undefined : mailAt(text, mailbox + length, mailbox)
  if (mail?.start !== mailbox) return undefined
  const end = urlEnd(text, start, mail.end, isMarkdown)
  const url = meant(text.slice(start, end))
  return { start, end, href: url, shown: url }
}

function mailAt(text: string, at: number, from: number): BareLink | undefined {
  let start = at
  while (start > from && at - start < longestMailbox && /[\w.%+-]/.test(text[start - 1] as string)) start--
  while (start < at && !/[a-z\d]/i.test(text[start] as string)) start++
  if (start === at || /[\p{L}\p{N}/@]/u.test(text[start - 1] ?? '')) return undefined
  mailDomain.lastIndex = at + 1
  if (!mailDomain.test(text)) return undefined
  const end = mailDomain.lastIndex
  const shown = text.slice(start, end)
  return { start, end, href: `mailto:${shown}`, shown }
}

/** Handles `*see https://example.com/*`, where the last star closes the first. */
function withoutOpenMarks(text: string, start: number, end: number): number {
  let last = end
  while (last > start && /[*_~]/.test(text[last - 1] as string)) last--
  if (last === end || !isOpen(text, start, text[end - 1] as string)) return end
  return last
}

/** Senders also write `&` as `&amp;` in URLs, and put backslashes before marks. */
function meant(url: string): string {
  const unescaped = url.includes('\\') ? url.replace(/\\([!-/:-@[-`{-~])/g, '$1') : url
  return unescaped.includes('&') ? unescaped.replaceAll('&amp;', '&') : unescaped
}

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
function urlEnd(text: string, start: number, from: number, isMarkdown: boolean): number {
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

/** How far back to search for an opening mark, so that a line of ten thousand URLs takes one pass. */
const lookBackChars = 256

/** Returns whether emphasis by `mark` (`*`, `_` or `~`) is open at this position of its line. */
function isOpen(text: string, at: number, mark: string): boolean {
  const before = text.slice(Math.max(0, at - lookBackChars), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  let depth = 0
  for (let start = line.indexOf(mark); start >= 0; ) {
    let end = start + 1
    while (line[end] === mark) end++
    depth = Math.max(0, depth + stepAt(line, start, end, depth))
    start = line.indexOf(mark, end)
  }
  return depth > 0
}

/** A mark that could open or close, as in `logs-*,*`, only closes. */
function stepAt(line: string, start: number, end: number, depth: number): number {
  const before = line[start - 1] ?? ' '
  const after = line[end] ?? 'a'
  if (before === '\\') return 0
  const opens = /\S/.test(after) && (isWordy(after) || !isWordy(before))
  const closes = /\S/.test(before) && (isWordy(before) || !isWordy(after))
  if (closes) return depth > 0 ? -1 : 0
  return opens ? 1 : 0
}

function isWordy(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}
