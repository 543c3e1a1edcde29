import type { MarkdownIt, StateInline } from 'markdown-it'
import { tagAt } from '../text/tags.js'
import { escapeHtml } from './escape.js'
import { pushLink } from './links.js'

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
