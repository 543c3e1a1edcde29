import type { MarkdownIt, StateInline } from 'markdown-it'
import { type BareLink, findBareLinks } from '../text/bare-links.js'
import { pushLink } from './links.js'

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
