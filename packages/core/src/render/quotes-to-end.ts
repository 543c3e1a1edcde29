import { codeRanges } from '../text/code.js'

const begins = /(?<=^|\n)>>>(?!>)/

/**
 * Quotes all text after Slack's `>>>`. In markdown, it would be three nested quotes of one paragraph. After a quoted line, as
 * in e-mails, markdown's meaning applies.
 */
export function quotesToEnd(markdown: string): string {
  if (!markdown.includes('>>>')) return markdown
  const at = markdown.search(begins)
  if (
    at < 0 ||
    isBelowQuote(markdown, at) ||
    codeRanges(markdown).some(({ start, end }) => start <= at && at < end)
  )
    return markdown
  return markdown.slice(0, at) + quoted(markdown.slice(at + '>>>'.length).replace(/^ /, ''))
}

/** Quotes every line, including empty ones. */
export function quoted(text: string): string {
  return `> ${text.replaceAll('\n', '\n> ')}`
}

function isBelowQuote(markdown: string, at: number): boolean {
  const line = markdown.slice(markdown.lastIndexOf('\n', at - 2) + 1, at)
  return line.startsWith('>')
}
