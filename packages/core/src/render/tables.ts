import type { MarkdownIt, RendererRule } from 'markdown-it'

/** Columns are aligned by class: the console's content policy forbids style attributes (SECURITY.md). */
export function tables(md: MarkdownIt): void {
  md.renderer.rules.th_open = renderCell
  md.renderer.rules.td_open = renderCell
}

const renderCell: RendererRule = (tokens, index) => {
  const { tag = 'td', attrs } = tokens[index] ?? {}
  const side = /^text-align:(left|center|right)$/.exec(String(attrs?.[0]?.[1]))?.[1]
  return side === undefined ? `<${tag}>` : `<${tag} class="align-${side}">`
}
