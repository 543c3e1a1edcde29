import { type LinkTag, linkTagsIn, nextOf } from './tags.js'

/** A range of text, from `start` to before `end`. */
type Range = { start: number; end: number }

/** An opened fence: the characters that close it, and the text after them. */
export type Fence = { marker: string; info: string }

/** What inline code is found by: the tag at a position, and the next backtick and `<`. Positions ascend. */
type Signs = {
  tagAt: (open: number) => LinkTag | undefined
  nextTick: (from: number) => number
  nextOpen: (from: number) => number
}

/** Returns the ranges of fenced and inline code in markdown, in order. Code is not translated (docs/behaviour.md, translation). */
export function codeRanges(text: string): Range[] {
  return text.includes('`') || text.includes('~~~') ? scan(text, '`~') : []
}

/** Returns the ranges of code in Slack's mrkdwn, where tildes do not open code. */
export function mrkdwnCodeRanges(text: string): Range[] {
  return text.includes('`') ? scan(text, '`') : []
}

/** Returns `text` without its code. */
export function withoutCode(text: string): string {
  let rest = ''
  let from = 0
  for (const { start, end } of codeRanges(text)) {
    rest += `${text.slice(from, start)} `
    from = end
  }
  return rest + text.slice(from)
}

/**
 * Returns the fence that a line opens with three or more backticks or tildes. If a later line can close it, further backticks
 * after three belong to a first line of code, as in Rails' stack traces.
 */
export function fenceOpenedBy(line: string, closesLater: (marker: string) => boolean): Fence | undefined {
  const [, marker, info = ''] = /^[ \t]*(`{3,}|~{3,})(.*)/.exec(line) ?? []
  if (marker === undefined) return undefined
  const isCode = marker.startsWith('`') && info.includes('`')
  if (isCode && (marker !== '```' || info.includes(marker) || !closesLater(marker))) return undefined
  return { marker, info: info.trim() }
}

/** Returns whether a line closes a fence, alone on its line or at the end of one, as Slack's senders write. */
export function closesFence(line: string, { marker }: Fence): boolean {
  return marker.startsWith('`') ? line.trimEnd().endsWith(marker) : isOnly(line.trim(), marker)
}

function isOnly(line: string, marker: string): boolean {
  return line.startsWith(marker) && line === '~'.repeat(line.length)
}

function scan(text: string, fences: '`~' | '`'): Range[] {
  const signs = { tagAt: linkTagsIn(text), nextTick: nextOf(text, '`'), nextOpen: nextOf(text, '<') }
  const code: Range[] = []
  let open: (Fence & { start: number }) | undefined
  let paragraph = 0
  for (let at = 0, end = 0; at < text.length; at = end) {
    const newline = text.indexOf('\n', at)
    end = newline < 0 ? text.length : newline + 1
    const line = text.slice(at, end)
    if (open === undefined) {
      const opened = fences.includes(line.trimStart()[0] ?? ' ')
        ? fenceOpenedBy(line, marker => text.includes(marker, end))
        : undefined
      if (opened === undefined && !startsBlock(line)) continue
      addInlineCode(text, paragraph, at, signs, code)
      paragraph = at
      if (opened !== undefined) open = { ...opened, start: at }
    } else if (closesFence(line, open)) {
      code.push({ start: open.start, end })
      open = undefined
      paragraph = end
    }
  }
  if (open === undefined) addInlineCode(text, paragraph, text.length, signs, code)
  else addOpenFence(text, open, signs, code)
  return code
}

/** Ends a fence that no line closes at the next backticks, wherever they are, as Slack does. So do later ones. */
function addOpenFence(
  text: string,
  { start, marker }: Fence & { start: number },
  signs: Signs,
  code: Range[],
): void {
  let open = start
  while (open >= 0) {
    const close = marker === '```' ? text.indexOf(marker, open + marker.length) : -1
    const end = close < 0 ? text.length : close + marker.length
    code.push({ start: open, end })
    open = text.indexOf(marker, end)
    addInlineCode(text, end, open < 0 ? text.length : open, signs, code)
  }
}

/** Matches a blank line, a list item or a heading. Inline code does not continue across these. */
function startsBlock(line: string): boolean {
  return /^[ \t]*(?:\r?\n|(?:[-*+]|#{1,6}|\d{1,9}[.)])[ \t])/.test(line)
}

/**
 * Inline code runs from backticks to the next run of the same length in the paragraph. Each run is checked once. The first
 * opener wins: backticks in the label of one of Slack's links belong to the label.
 */
function addInlineCode(text: string, from: number, to: number, signs: Signs, code: Range[]): void {
  if (signs.nextTick(from) >= to) return
  const runs = backtickRuns(text, from, to, signs)
  const closers = closersOf(runs)
  let at = from
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as Range
    at = endOfTags(at, run.start, to, signs)
    const closer = closers[index]
    if (at > run.start || closer === undefined || isEscaped(text, run, from)) continue
    code.push({ start: run.start, end: (runs[closer] as Range).end })
    at = (runs[closer] as Range).end
    index = closer
  }
}

/** Returns the end of a tag that starts before `until` and ends after it, otherwise `until`. */
function endOfTags(from: number, until: number, to: number, { tagAt, nextOpen }: Signs): number {
  let at = from
  for (let open = nextOpen(at); open < until; open = nextOpen(at)) {
    const close = tagAt(open)?.close ?? to
    at = close < to ? close + 1 : open + 1
  }
  return Math.max(at, until)
}

function backtickRuns(text: string, from: number, to: number, { nextTick }: Signs): Range[] {
  const runs: Range[] = []
  for (let start = nextTick(from); start < to; ) {
    let end = start + 1
    while (end < to && text[end] === '`') end++
    runs.push({ start, end })
    start = nextTick(end)
  }
  return runs
}

/** Returns for each run the next one of the same length, in one pass from the end. */
function closersOf(runs: Range[]): (number | undefined)[] {
  const nextOfLength = new Map<number, number>()
  const closers = new Array<number | undefined>(runs.length) // filled from the end, which is slow without a length
  for (let index = runs.length - 1; index >= 0; index--) {
    const { start, end } = runs[index] as Range
    closers[index] = nextOfLength.get(end - start)
    nextOfLength.set(end - start, index)
  }
  return closers
}

function isEscaped(text: string, run: Range, from: number): boolean {
  let backslashes = 0
  while (run.start - backslashes > from && text[run.start - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 1
}

const maxShown = 300

/** Returns inline code with at most 300 characters of the text, on one line: no link, mention or markup. */
export function asCode(text: string): string {
  const shown = [...text.slice(0, 2 * maxShown)].slice(0, maxShown).join('')
  return `\`${shown.replaceAll('`', "'").replace(/\s+/g, ' ')}\``
}
