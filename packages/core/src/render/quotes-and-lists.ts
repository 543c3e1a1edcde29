import type { MarkdownIt, RendererRule, Token } from 'markdown-it'
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
function quoted(text: string): string {
  return `> ${text.replaceAll('\n', '\n> ')}`
}

function isBelowQuote(markdown: string, at: number): boolean {
  const line = markdown.slice(markdown.lastIndexOf('\n', at - 2) + 1, at)
  return line.startsWith('>')
}

/** Aligns columns by class, because the console's content policy forbids style attributes (SECURITY.md). */
export function tables(md: MarkdownIt): void {
  md.renderer.rules.th_open = renderCell
  md.renderer.rules.td_open = renderCell
}

const renderCell: RendererRule = (tokens, index) => {
  const { tag = 'td', attrs } = tokens[index] ?? {}
  const side = /^text-align:(left|center|right)$/.exec(String(attrs?.[0]?.[1]))?.[1]
  return side === undefined ? `<${tag}>` : `<${tag} class="align-${side}">`
}

/** Renders `- [ ]` and `- [x]` as disabled checkboxes (docs/behaviour.md, rendering). */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'tasks', state => {
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'inline' || state.tokens[index - 2]?.type !== 'list_item_open') continue
      const text = token.children?.[0]
      const [, mark] = /^\[([ xX])\](?=\s)/.exec(text?.type === 'text' ? text.content : '') ?? []
      if (text === undefined || mark === undefined) continue
      text.content = text.content.slice(3)
      token.children?.unshift(box(new state.Token('task', 'input', 0), mark !== ' '))
      state.tokens[index - 2]?.attrJoin('class', 'task')
    }
  })
}

function box(token: Token, ticked: boolean): Token {
  token.attrs = [
    ['type', 'checkbox'],
    ['disabled', ''],
  ]
  if (ticked) token.attrPush(['checked', ''])
  return token
}
