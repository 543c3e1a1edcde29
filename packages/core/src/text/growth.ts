import { codeRanges, type Range } from './code.js'
import { hasTargetAt } from './link.js'

const newline = 0x0a
const opening = 0x3c
const close = 0x3e
const space = 0x20
const bar = 0x7c
const bang = 0x21

const announcement = '<!channel>'
const shrinks = '@channel'.length - announcement.length
/** By how much a text can still shrink, at most, for each of its characters. */
const mostShrinking = -shrinks / announcement.length
/** What `[](http://)` is longer than `<>`. */
const aroundLink = '[](http://)'.length - '<>'.length

/**
 * By how many characters `translate` makes a text longer, without translating it: `<www.a>` becomes
 * `[www.a](http://www.a)`. Brackets that have to be escaped are not counted. A mebibyte takes a few milliseconds.
 * @param enough what is certain to be more than this is not counted to its end: less than all is told, and more than this
 */
export function growth(text: string, enough = Number.POSITIVE_INFINITY): number {
  if (!text.includes('<')) return 0
  const isEnough = (grown: number, at: number) => grown - mostShrinking * (text.length - at) > enough
  let grown = 0
  let from = 0
  for (const { start, end } of [...codeRanges(text), { start: text.length, end: text.length }]) {
    grown = growthBetween(text, { start: from, end: start }, grown, isEnough)
    if (isEnough(grown, start)) return enough + 1
    from = end
  }
  return grown
}

/** `before`, and by how much this range grows; or less, as soon as it is enough. */
function growthBetween(
  text: string,
  { start, end }: Range,
  before: number,
  isEnough: (grown: number, at: number) => boolean,
): number {
  let grown = before
  let open = text.indexOf('<', start)
  let bare = true
  let labelled = false
  for (let at = open; open >= 0 && at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === close || code === newline) {
      if (code === close && bare) grown += growthOfTag(text, open, at)
      if (isEnough(grown, at)) return grown
      open = text.indexOf('<', at)
      at = open - 1
      bare = true
      labelled = false
    } else if (code === opening && isAnnouncement(text, at)) {
      grown += shrinks
      at += announcement.length - 1
      bare = false
    } else if (labelled) {
      // whatever stands in a label is part of it
    } else if (code === opening) {
      open = at
      bare = true
    } else if (code <= space) bare = false
    else if (code === bar) {
      bare = false
      labelled = hasTargetAt(text, open + 1)
    }
  }
  return grown
}

function isAnnouncement(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === bang && text.startsWith(announcement, at)
}

function growthOfTag(text: string, open: number, end: number): number {
  const inside = end - open - 1
  return inside > 4 && startsWithWww(text, open + 1) ? inside + aroundLink : 0
}

/** Without cutting anything out of the text: there may be a hundred thousand of these. */
function startsWithWww(text: string, at: number): boolean {
  const isW = (place: number) => (text.charCodeAt(place) | 0x20) === 0x77
  return isW(at) && isW(at + 1) && isW(at + 2) && text.charCodeAt(at + 3) === 0x2e
}
