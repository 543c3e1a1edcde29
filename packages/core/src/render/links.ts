import type { MarkdownIt, RendererRule } from 'markdown-it'
import { isLabelOnly, linkTarget } from './urls.js'

/** Links lead only where it is safe, open elsewhere, and tell nobody where they came from (SECURITY.md). */
export function safeLinks(md: MarkdownIt): void {
  md.validateLink = url => linkTarget(url) !== undefined || isLabelOnly(url)
  md.renderer.rules.link_open = renderLink
}

const renderLink: RendererRule = (tokens, index, options, _env, renderer) => {
  const token = tokens[index]
  if (isLabelOnly(String(token?.attrGet('href')))) {
    const close = tokens.find((each, at) => at > index && each.type === 'link_close')
    if (close !== undefined) close.hidden = true
    return ''
  }
  token?.attrSet('href', linkTarget(String(token.attrGet('href'))) ?? '#')
  token?.attrSet('rel', 'nofollow noopener noreferrer')
  token?.attrSet('target', '_blank')
  return renderer.renderToken(tokens, index, options)
}
