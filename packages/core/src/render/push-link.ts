import type { StateInline } from 'markdown-it'

/** Adds a link to what is being read, unless `silent`. False when it may not lead there. */
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
