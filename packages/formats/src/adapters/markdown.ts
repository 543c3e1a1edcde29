import { escapeLabel, escapeMarkdown, inOneLine, markdownLink } from '@posthorn/core'

/** The longest value on a line, and the longest quoted text, in characters. */
const maxLine = 200
const maxQuote = 600
/** Longer addresses are not linked. */
const maxAddress = 2000

/** Shortens a text to whole characters, with an ellipsis. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  return `${[...text.slice(0, most)]
    .slice(0, most - 1)
    .join('')
    .toWellFormed()
    .trimEnd()}…`
}

/** A line has at most so many characters of its text. Splitting a mebibyte of line feeds takes 30 ms. */
const maxRead = 20_000

/** Returns a text on one line, shortened to whole characters. */
export function shownLine(text: string, most: number): string {
  const line = inOneLine(text.slice(0, maxRead))
  return text.length > maxRead && line.length < most ? `${line}…` : truncate(line, most)
}

/** Returns a sender's value as markdown on one line that shows it as written. It links and formats nothing. */
export function plain(text: string, most = maxLine): string {
  return withoutMentions(escapeMarkdown(shownLine(text, most), true))
}

/** Returns a text of several lines as markdown that shows it as written. */
export function plainLines(text: string, most: number): string {
  return withoutMentions(escapeMarkdown(truncate(text.trim(), most).replace(/\r\n?/g, '\n')))
}

/** Returns a link. Without an http(s) address, only its label. */
export function link(label: string, address: string, most = maxLine): string {
  const shown = withoutMentions(escapeLabel(shownLine(label, most)))
  const isAddress = address.length <= maxAddress && /^https?:\/\/[^\s<>"]+$/i.test(address)
  return isAddress && shown !== '' ? markdownLink(shown, address) : plain(label, most)
}

/** Returns bold text. */
export function bold(markdown: string): string {
  return markdown === '' ? '' : `**${markdown}**`
}

/** Returns a value as inline code. */
export function code(text: string, most = maxLine): string {
  const shown = shownLine(text, most).replaceAll('`', "'")
  return shown === '' ? '' : `\`${shown}\``
}

/** Returns a text of several lines as a quote. */
export function quote(text: string, most = maxQuote): string {
  const lines = truncate(text.trim(), most).split(/\r\n|\n|\r/)
  return lines
    .filter((line, index) => line.trim() !== '' || index > 0)
    .map(line => `> ${plain(line)}`)
    .join('\n')
}

/** Joins those parts of a line, or lines, that are not empty. */
export function joined(parts: (string | false | undefined)[], separator = ' '): string {
  return parts.filter(part => part).join(separator)
}

/** Returns a count with its noun: `1 commit`, `3 commits`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** Writes the sign of a mention as an entity, so that an outsider's text notifies nobody. That of an email stays. */
function withoutMentions(markdown: string): string {
  return markdown.replace(
    /(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])|(?<=&lt;)!(?=channel|all|here)/gu,
    sign => `&#${sign.charCodeAt(0)};`,
  )
}
