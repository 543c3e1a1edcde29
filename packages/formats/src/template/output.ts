import { maxTemplateOutputBytes } from './fields.js'
import type { FilterMode } from './nodes.js'
import { type TemplateSteps, tooMuchOutput } from './steps.js'
import { escapeValue, SafeMarkdown, valueText } from './values.js'

/** The text that a field becomes. Its functions fault when it becomes too long. */
export type TemplateOutput = {
  text: () => string
  /** Adds the template's own text. */
  addMarkdown: (text: string, at: number) => void
  /** Adds a value, escaped unless a filter made markdown of it. */
  add: (value: unknown, at: number, escaping?: (text: string) => string) => void
  /** Returns whether all code so far is closed. */
  isOutsideCode: () => boolean
}

/** Opens an empty output. Blocks of code and quotes get lines of their own. */
export function templateOutput(mode: FilterMode, steps: TemplateSteps): TemplateOutput {
  const buffer = openBuffer(steps)
  let linesDue = 0
  const addMarkdown = (text: string, at: number) => {
    if (text === '') return
    buffer.breakLines(linesDue, text, at)
    linesDue = 0
    buffer.add(text, at)
  }
  const addEscaped = (text: string, at: number, escaping = escapeValue) => {
    steps.markdown(text.length)
    const escaped = escaping(text)
    if (escaped !== '') buffer.disarmEnd(at)
    addMarkdown(escaped, at)
  }
  return {
    text: buffer.text,
    isOutsideCode: buffer.isOutsideCode,
    addMarkdown,
    add: (value, at, escaping) => {
      if (!(value instanceof SafeMarkdown))
        return mode === 'plain'
          ? addMarkdown(valueText(value), at)
          : addEscaped(valueText(value), at, escaping)
      const { markdown, shown, linesAfter } = value
      if (shown !== undefined && !buffer.isOutsideCode()) return addEscaped(shown, at)
      if (linesAfter > 0) buffer.breakLines(linesAfter, markdown, at)
      addMarkdown(markdown, at)
      if (markdown !== '') linesDue = linesAfter
    },
  }
}

/** The most line feeds that a block needs around it. */
const mostFeeds = 2

/** Signs of mentions that a value could complete, and what stands for them. */
const signs: Record<string, string> = { '@': '&#64;', '<!': '&lt;!' }

/** Keeps what later parts depend on, so that nothing reads the text again. */
function openBuffer(steps: TemplateSteps) {
  const parts: string[] = []
  const code = openCodeState()
  let end = '' // a sign at the end, or its start
  let feeds = 0
  let bytes = 0
  const spend = (more: number, at: number) => {
    bytes += more
    if (bytes > maxTemplateOutputBytes) throw tooMuchOutput(at)
  }
  const add = (text: string, at: number) => {
    steps.characters(text.length)
    spend(Buffer.byteLength(text), at)
    const joined = end + text
    end = signAtEnd(joined)
    parts.push(joined.slice(0, joined.length - end.length))
    const own = feedsAtEnd(text)
    feeds = own === text.length ? feeds + own : own
    code.add(text)
  }
  return {
    text: () => parts.join('') + end,
    add,
    isOutsideCode: code.isOutside,
    /** Makes sure that `next` comes after this many line feeds, unless it comes first. */
    breakLines: (wanted: number, next: string, at: number) => {
      const missing = wanted - feeds - feedsAtStart(next)
      if (bytes > 0 && missing > 0) add('\n'.repeat(missing), at)
    },
    /** Ends the sign of a mention, so that a value cannot complete it. */
    disarmEnd: (at: number) => {
      const entity = signs[end]
      if (entity === undefined) return
      spend(entity.length - end.length, at)
      parts.push(entity)
      end = ''
    },
  }
}

function signAtEnd(text: string): string {
  return ['<!', '<', '@'].find(sign => text.endsWith(sign)) ?? ''
}

function feedsAtEnd(text: string): number {
  let count = 0
  while (count < mostFeeds && text.at(-1 - count) === '\n') count++
  return count
}

function feedsAtStart(text: string): number {
  let count = 0
  while (count < mostFeeds && text[count] === '\n') count++
  return count
}

/** The line that a text ends with, as far as it has been written. */
type Line = {
  /** What the line has been so far: only spaces, backticks after them, text after at least three of these, or anything else. */
  lead: 'space' | 'backticks' | 'info' | 'other'
  /** The length of the backticks at its start. */
  leadLength: number
  /** The length of the run of backticks that no other run has closed, and of the run that the line ends with. */
  open: number
  run: number
}

const newLine: Readonly<Line> = { lead: 'space', leadLength: 0, open: 0, run: 0 }

/** Tells for a growing text whether its code is closed. */
type CodeState = {
  add: (text: string) => void
  /**
   * Returns whether all code so far is closed, as far as its lines show. If not, its backticks could pair with those of a
   * value, and the value would not be code.
   */
  isOutside: () => boolean
}

/** Reads each character once, however often the state is asked for. */
export function openCodeState(): CodeState {
  let line: Line = { ...newLine }
  let isInFence = false
  let areBalanced = true
  let before = ''
  return {
    add: text => {
      for (const character of text) {
        if (character === '\n') {
          if (isFence(line)) isInFence = !isInFence
          else areBalanced &&= isBalanced(line)
          line = { ...newLine }
        } else if (character === '`') addBacktick(line, before === '\\')
        else addOther(line, character)
        before = character
      }
    },
    isOutside: () =>
      isFence(line) ? isInFence && areBalanced : !isInFence && areBalanced && isBalanced(line),
  }
}

/** A backslash escapes only the first backtick of a run. */
function addBacktick(line: Line, isEscaped: boolean): void {
  if (line.lead === 'info') line.lead = 'other'
  else if (line.lead !== 'other') {
    line.lead = 'backticks'
    line.leadLength++
  }
  if (line.run > 0 || !isEscaped) line.run++
}

function addOther(line: Line, character: string): void {
  if (line.lead === 'space' && !/\s/.test(character)) line.lead = 'other'
  else if (line.lead === 'backticks') line.lead = line.leadLength >= 3 ? 'info' : 'other'
  line.open = openAfter(line)
  line.run = 0
}

function openAfter({ open, run }: Line): number {
  if (open === 0) return run
  return open === run ? 0 : open
}

/** A fence has at least three backticks after spaces, and none after these. */
function isFence({ lead, leadLength }: Line): boolean {
  return lead === 'info' || (lead === 'backticks' && leadLength >= 3)
}

function isBalanced(line: Line): boolean {
  return openAfter(line) === 0
}
