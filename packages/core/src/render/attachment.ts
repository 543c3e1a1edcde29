import type { Attachment, AttachmentField } from '../payload/attachment.js'
import { findBareLinks } from '../text/bare-links.js'
import { hasTargetAt } from '../text/link.js'
import { linkTagsIn, tagAt } from '../text/tags.js'
import { withEmoji } from './emoji.js'
import { escapeHtml, plainHtml } from './escape.js'
import { imageSource, linkTarget } from './urls.js'

/** Renders markdown. A test passes one that fails. */
export type Render = (markdown: string) => string

/** Returns an attachment as escaped HTML (docs/behaviour.md, rendering). Pretext, text and field values are markdown. The rest is plain text with links. */
export function renderAttachment(attachment: Attachment, render: Render): string {
  const { pretext, text, fields, thumb_url, image_url, color, actions } = attachment
  const inside =
    part('div', 'pretext', render(pretext)) +
    renderAuthor(attachment) +
    part('div', 'title', linked(attachment.title, attachment.title_link)) +
    part('div', 'text', render(text)) +
    part('dl', 'fields', (fields ?? []).map(field => renderField(field, render)).join('')) +
    part('div', 'actions', (actions ?? []).map(renderAction).join('')) +
    image('image', image_url) +
    image('thumb', thumb_url) +
    renderFooter(attachment)
  return `<aside class="attachment"${colour(color)}>${inside || plainLine(attachment.fallback)}</aside>\n`
}

function renderAuthor({ author_icon, author_name, author_link }: Attachment): string {
  return author_name === ''
    ? ''
    : part('div', 'author', image('icon', author_icon) + linked(author_name, author_link))
}

function renderField({ title, value, short }: AttachmentField, render: Render): string {
  const name = title === '' ? '' : `<dt>${plainLine(title)}</dt>`
  return `<div${short ? ' class="short"' : ''}>${name}<dd>${render(value ?? '')}</dd></div>`
}

/** Shows an action with a URL as a link, and any other as a disabled button. */
function renderAction({ name, text, url }: Record<string, unknown>): string {
  const label = typeof text === 'string' ? text : name
  if (typeof label !== 'string' || label === '') return ''
  const leads = typeof url === 'string' && url !== '' && linkTarget(url) !== undefined
  return leads
    ? linked(label, url)
    : `<button type="button" disabled="">${plainHtml(withEmoji(label))}</button>`
}

function renderFooter({ footer, footer_icon, ts }: Attachment): string {
  const time = timeOf(ts)
  const when = time === undefined ? '' : `<time datetime="${time}">${time}</time>`
  const words = footer === '' ? '' : image('icon', footer_icon) + plainLine(footer)
  return part('footer', 'footer', [words, when].filter(shown => shown !== '').join(' '))
}

/** The year 5138 in seconds. Later times are in milliseconds or a smaller unit. */
const latestSeconds = 1e11

/** Accepts seconds since 1970, as a number or in digits, and milli-, micro- and nanoseconds. JavaScript has no dates beyond the year 275760. */
function timeOf(ts: Attachment['ts']): string | undefined {
  let seconds = ts === null || ts === '' ? Number.NaN : Number(ts)
  for (let unit = 0; unit < 3 && Math.abs(seconds) >= latestSeconds; unit++) seconds /= 1000
  return Math.abs(seconds) < latestSeconds ? new Date(seconds * 1000).toISOString() : undefined
}

function part(tag: string, name: string, inside: string): string {
  return inside === '' ? '' : `<${tag} class="attachment-${name}">${inside}</${tag}>`
}

/** Links the whole text to `url`. Without one, links inside the text stay. */
function linked(text: string, url: string): string {
  const target = url === '' ? undefined : linkTarget(url)
  if (target === undefined || text === '') return plainLine(text)
  return `<a href="${escapeHtml(target)}" rel="nofollow noopener noreferrer" target="_blank">${plainLabel(text)}</a>`
}

function image(name: string, url: string): string {
  const source = imageSource(url)
  if (source === undefined) return ''
  return `<img class="attachment-${name}" src="${escapeHtml(source)}" alt="" loading="lazy" referrerpolicy="no-referrer">`
}

/** Accepts Slack's names, and hex colours with or without `#`. */
function colour(color: string): string {
  const known = /^(?:good|warning|danger)$/.test(color) ? color : undefined
  const hex = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(color)?.[1]?.toLowerCase()
  const value = known ?? (hex && `#${hex}`)
  return value === undefined ? '' : ` data-color="${value}"`
}

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
function plainLabel(text: string): string {
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
