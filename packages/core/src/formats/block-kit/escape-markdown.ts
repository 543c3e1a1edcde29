/** What begins something inside a line; an underscore within a word does not. `<` would begin one of Slack's tags. */
const inline = /[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** What makes a line a heading, quote, list item, rule or table's underline. */
const atStart = /^([ \t]*)(#{1,6}(?=[ \t]|$)|>|[-+=](?=[ \t=-]|$)|\|)/gm
const numbered = /^([ \t]*\d{1,9})([.)])(?=[ \t]|$)/gm

/** Markdown that shows `text` as it is, line by line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(inline, '\\$&')
    .replaceAll('<', '&lt;')
    .replace(atStart, '$1\\$2')
    .replace(numbered, '$1\\$2')
}
