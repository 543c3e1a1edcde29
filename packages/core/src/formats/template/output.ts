import { FieldFault, maxTemplateOutputBytes, utf8Bytes } from './fields.js'
import type { FilterMode } from './filters.js'
import { escapeValue, isOutsideCode, SafeMarkdown } from './markdown-values.js'
import { valueText } from './values.js'

/** The text that a field becomes. Its functions fault when it becomes too long. */
export type TemplateOutput = {
  text: () => string
  /** Adds the template's own text. */
  addMarkdown: (text: string, at: number) => void
  /** Adds a value, escaped unless a filter made markdown of it. */
  add: (value: unknown, at: number) => void
}

/** Opens an empty output. Blocks of code and quotes get lines of their own. */
export function templateOutput(mode: FilterMode): TemplateOutput {
  const buffer = openBuffer()
  let linesDue = 0
  const addMarkdown = (text: string, at: number) => {
    if (text === '') return
    buffer.breakLines(linesDue, text, at)
    linesDue = 0
    buffer.add(text, at)
  }
  const addEscaped = (text: string, at: number) => {
    if (text.length > maxTemplateOutputBytes) buffer.add(text, at) // faults before the text is escaped
    const escaped = escapeValue(text)
    if (escaped !== '') buffer.disarmEnd()
    addMarkdown(escaped, at)
  }
  return {
    text: buffer.text,
    addMarkdown,
    add: (value, at) => {
      if (!(value instanceof SafeMarkdown))
        return mode === 'plain' ? addMarkdown(valueText(value), at) : addEscaped(valueText(value), at)
      const { markdown, shown, linesAfter } = value
      if (shown !== undefined && !isOutsideCode(buffer.text())) return addEscaped(shown, at)
      if (linesAfter > 0) buffer.breakLines(linesAfter, markdown, at)
      addMarkdown(markdown, at)
      if (markdown !== '') linesDue = linesAfter
    },
  }
}

function openBuffer() {
  let written = ''
  let bytes = 0
  const add = (text: string, at: number) => {
    bytes += utf8Bytes(text)
    if (bytes > maxTemplateOutputBytes) throw new FieldFault(tooMuch, at, 'too_much_output')
    written += text
  }
  return {
    text: () => written,
    add,
    /** Makes sure that `next` comes after this many line feeds, unless it comes first. */
    breakLines: (wanted: number, next: string, at: number) => {
      const missing = wanted - feedsAtEnd(written, wanted) - feedsAtStart(next, wanted)
      if (written !== '' && missing > 0) add('\n'.repeat(missing), at)
    },
    /** Ends the sign of a mention, so that a value cannot complete it. */
    disarmEnd: () => {
      if (written.endsWith('@')) written = `${written.slice(0, -1)}&#64;`
      else if (written.endsWith('<!')) written = `${written.slice(0, -2)}&lt;!`
    },
  }
}

const tooMuch = `The field becomes longer than ${maxTemplateOutputBytes} bytes for this JSON. Shorten a value with truncate.`

function feedsAtEnd(text: string, most: number): number {
  let count = 0
  while (count < most && text.at(-1 - count) === '\n') count++
  return count
}

function feedsAtStart(text: string, most: number): number {
  let count = 0
  while (count < most && text[count] === '\n') count++
  return count
}
