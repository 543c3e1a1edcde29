import type { MarkdownIt, RendererRule, StateInline } from 'markdown-it'
import { isLabelOnly, isNormal, linkTarget } from './urls.js'

/**
 * Allows only safe link targets, and opens them in a new tab without a referrer (SECURITY.md). Most URLs are normal already, and
 * seeing that takes a tenth of the time that markdown-it takes to parse and write them.
 */
export function safeLinks(md: MarkdownIt): void {
  const { normalizeLink, normalizeLinkText } = md
  md.normalizeLink = url => (isNormal(url) ? url : normalizeLink(url))
  md.normalizeLinkText = url => (isNormal(url) ? url : normalizeLinkText(url))
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

/** Adds a link to the tokens, unless `silent`. Returns false if its target is not allowed. */
export function pushLink(state: StateInline, to: { href: string; shown: string }, silent: boolean): boolean {
  const href = state.md.normalizeLink(to.href)
  if (!state.md.validateLink(href)) return false
  if (silent) return true
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', href]]
  open.info = 'auto'
  state.push('text', '', 0).content = state.md.normalizeLinkText(to.shown)
  state.push('link_close', 'a', -1).info = 'auto'
  return true
}
