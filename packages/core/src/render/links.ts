import type { MarkdownIt, RendererRule, StateInline } from 'markdown-it'
import { type BareLink, findBareLinks } from '../text/bare-links.js'
import { tagAt } from '../text/tags.js'
import { escapeHtml } from './escape.js'
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
function pushLink(state: StateInline, to: { href: string; shown: string }, silent: boolean): boolean {
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

/** `linkLevel` is missing from the published types. */
type Linked = StateInline & { linkLevel?: number; bareLinks?: BareLink[] }

/** ASCII characters that may start markup. markdown-it stops at these too. */
const meaningful = new Set([...'\n!#$%&*+-:<=>@[\\]^_`{}~'].map(character => character.charCodeAt(0)))
const mayMean = Uint8Array.from({ length: 0x80 }, (_, code) => (meaningful.has(code) ? 1 : 0))

/**
 * Makes bare URLs links as a whole, before any mark in them is parsed (docs/behaviour.md, rendering). Replaces markdown-it's
 * own search, which rejects hosts with underscores and is slow on hostile e-mail addresses.
 */
export function bareLinks(md: MarkdownIt): void {
  md.inline.ruler.before('text', 'bare_link', readLink)
  md.inline.ruler.at('text', readText)
}

function readLink(state: Linked, silent: boolean): boolean {
  const link = nextLink(state)
  if (link === undefined || link.start !== state.pos || link.end > state.posMax) return false
  if ((state.linkLevel ?? 0) > 0 || !pushLink(state, link, silent)) return false
  state.pos = link.end
  return true
}

/** Consumes characters without meaning, up to one that may have a meaning or to the next URL. */
function readText(state: Linked, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const link = nextLink(state)
  const until = link === undefined || link.start === pos ? posMax : Math.min(posMax, link.start)
  let end = pos
  while (end < until && mayMean[src.charCodeAt(end)] !== 1) end++
  if (end === pos) return false
  if (!silent) state.pending += src.slice(pos, end)
  state.pos = end
  return true
}

/** Returns the first URL from here on, by binary search, because rules also look ahead and come back. */
function nextLink(state: Linked): BareLink | undefined {
  state.bareLinks ??= findBareLinks(state.src, true)
  const links = state.bareLinks
  let low = 0
  for (let high = links.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((links[middle] as BareLink).start < state.pos) low = middle + 1
    else high = middle
  }
  return links[low]
}

const addressInBrackets = /<(https?:\/\/[^\s<>]*|mailto:[^\s<>@]{1,64}@[^\s<>]+)>/iy

/**
 * Shows Slack's tags, which stay in the message as sent, as words: `<@U1|bob>` as `@bob`, `<!date^…|today>` as `today`. Tags
 * without effect notify nobody and are not links (docs/behaviour.md, rendering).
 */
export function slackTags(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'slack_tag', readTag)
  md.renderer.rules.inert = (tokens, index) => escapeHtml(tokens[index]?.content ?? '')
}

function readTag(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false
  const tag = tagAt(state.src, state.pos)
  if (tag === undefined) return readAddress(state, silent)
  if (!silent && tag.isMention) state.pending += tag.words
  else if (!silent) state.push('inert', '', 0).content = tag.words
  state.pos = tag.end
  return true
}

/** Reads a URL in angle brackets whose `&` is escaped as Slack requires, or an e-mail address, which shows without `mailto:`. */
function readAddress(state: StateInline, silent: boolean): boolean {
  addressInBrackets.lastIndex = state.pos
  const [all, written] = addressInBrackets.exec(state.src) ?? []
  if (all === undefined || written === undefined) return false
  if (/^http/i.test(written) && !written.includes('&amp;')) return false
  const url = written.replaceAll('&amp;', '&')
  const shown = url.replace(/^mailto:([^?]*).*/i, '$1')
  if (!pushLink(state, { href: url, shown }, silent)) return false
  state.pos += all.length
  return true
}
