import { findBareLinks } from '../text/bare-links.js'
import { hasTargetAt } from '../text/link.js'
import { linkTagsIn, tagAt } from '../text/tags.js'
import { withEmoji } from './emoji.js'
import { escapeHtml, plainHtml } from './escape.js'
import { linkTarget } from './urls.js'

/** Writes a link, or only its label if the target is not allowed. */
type WriteLink = (label: string, url: string) => string

/** Renders an attachment's plain text, such as its title or footer: no markdown, but Slack's tags, URLs and emoji codes have their meaning. */
export function plainLine(text: string, link: WriteLink = plainLink): string {
  if (!text.includes('<')) return withBareLinks(text, link)
  const linkAt = linkTagsIn(text)
  let html = ''
  let from = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', Math.max(open + 1, from))) {
    const shown = shownTag(text, open, linkAt, link)
    if (shown === undefined) continue
    html += withBareLinks(text.slice(from, open), link) + shown.html
    from = shown.end
  }
  return html + withBareLinks(text.slice(from), link)
}

/** Renders text that is itself a link. Links in it show only their labels. */
export function plainLabel(text: string): string {
  return plainLine(text, label => plainHtml(label))
}

function plainLink(label: string, url: string): string {
  const target = url === '' ? undefined : linkTarget(url)
  if (target === undefined || label === '') return plainHtml(label)
  return `<a href="${escapeHtml(target)}" rel="nofollow noopener noreferrer" target="_blank">${plainHtml(label)}</a>`
}

function shownTag(text: string, open: number, linkAt: ReturnType<typeof linkTagsIn>, link: WriteLink) {
  const tag = tagAt(text, open)
  if (tag !== undefined) return { html: escapeHtml(tag.words), end: tag.end }
  const found = linkAt(open)
  if (found === undefined || !hasTargetAt(text, open + 1)) return undefined
  const url = text
    .slice(open + 1, found.bar)
    .trim()
    .replaceAll('&amp;', '&')
  const label = text.slice(found.bar + 1, found.close).trim() || url.replace(/^(?:mailto|tel):/i, '')
  return { html: link(withEmoji(label), url), end: found.close + 1 }
}

function withBareLinks(text: string, link: WriteLink): string {
  let html = ''
  let from = 0
  for (const { start, end, href, shown } of findBareLinks(text, false)) {
    html += plainHtml(withEmoji(text.slice(from, start))) + link(shown, href)
    from = end
  }
  return html + plainHtml(withEmoji(text.slice(from)))
}
