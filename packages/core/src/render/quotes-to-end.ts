import { codeRanges } from '../text/code.js'

const begins = /(?<=^|\n)>>>(?!>)/

/**
 * Slack's `>>>` quotes all that follows, to the end of the text; in markdown it would be three quotes of one paragraph.
 * Below a line that is quoted itself, as e-mails quote, it is left to markdown.
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

/** Every line with the mark of a quote, empty ones too. */
export function quoted(text: string): string {
  return `> ${text.replaceAll('\n', '\n> ')}`
}

function isBelowQuote(markdown: string, at: number): boolean {
  const line = markdown.slice(markdown.lastIndexOf('\n', at - 2) + 1, at)
  return line.startsWith('>')
}
