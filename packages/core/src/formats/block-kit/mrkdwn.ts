import { codeRanges } from '../../text/code.js'
import { fromTags } from './tags.js'

/** What stands between two marks in one line, as Slack reads it: beside words, and no space on either mark's inner side. */
const bold = /(?<![\p{L}\p{N}\\*])\*(?!\s)([^*\n]+)(?<!\s)\*(?![\p{L}\p{N}*])/gu
const struck = /(?<![\p{L}\p{N}\\~])~(?!\s)([^~\n]+)(?<!\s)~(?![\p{L}\p{N}~])/gu

/**
 * Slack's mrkdwn as markdown: `*bold*` is bold and `~struck~` struck there, a quote ends with its line, and no `#` makes a
 * heading. Links are translated with the whole text afterwards, by `translate`. Code stays, but for `&lt;` and its kin,
 * which markdown would show as they are written.
 */
export function fromMrkdwn(text: string): string {
  let markdown = ''
  let from = 0
  for (const { start, end } of codeRanges(text)) {
    markdown += prose(text.slice(from, start)) + unescaped(text.slice(start, end))
    from = end
  }
  return markdown + prose(text.slice(from))
}

function prose(text: string): string {
  const marked = fromTags(text)
    .replace(bold, '**$1**')
    .replace(struck, '~~$1~~')
    .replace(/^(?=#{1,6}[ \t])/gm, '\\')
    .replace(/^(?:&gt;){3}|^&gt;/gm, '>')
  return endQuotes(marked)
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

function unescaped(code: string): string {
  return code.replace(/&(?:lt|gt|amp);/g, entity => entities[entity] ?? entity)
}

/** In markdown the lines behind a quote belong to it, until one is empty. */
function endQuotes(text: string): string {
  return text.includes('>') ? text.replace(/^(>.*)\n(?!>|\n)/gm, '$1\n\n') : text
}
