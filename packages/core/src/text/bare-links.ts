import { isOpen } from './open-marks.js'
import { urlEnd } from './url-end.js'

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
