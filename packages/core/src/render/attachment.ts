import type { Attachment } from '../payload/attachment.js'
import type { AttachmentField } from '../payload/field.js'
import { escapeHtml, plainHtml } from './escape.js'
import { plainLabel, plainLine } from './plain-line.js'
import { imageSource, linkTarget } from './urls.js'

/** What renders markdown; a test hands in one that fails. */
export type Render = (markdown: string) => string

/** An attachment as HTML (docs/behaviour.md, rendering): pretext, text and field values are markdown, all else is plain but for links. Everything is escaped. */
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

/** What has an address leads there, whatever it is called; what would call a program does nothing. */
function renderAction({ name, text, url }: Record<string, unknown>): string {
  const label = typeof text === 'string' ? text : name
  if (typeof label !== 'string' || label === '') return ''
  const leads = typeof url === 'string' && url !== '' && linkTarget(url) !== undefined
  return leads ? linked(label, url) : `<button type="button" disabled="">${plainHtml(label)}</button>`
}

function renderFooter({ footer, footer_icon, ts }: Attachment): string {
  const time = timeOf(ts)
  const when = time === undefined ? '' : `<time datetime="${time}">${time}</time>`
  const words = footer === '' ? '' : image('icon', footer_icon) + plainLine(footer)
  return part('footer', 'footer', [words, when].filter(shown => shown !== '').join(' '))
}

/** Later than this no sender means in seconds: it is the year 5138, or a time in milliseconds or less. */
const latestSeconds = 1e11

/** Seconds since 1970, as a number or in digits; also milli-, micro- and nanoseconds. Beyond the year 275760 JavaScript has no date. */
function timeOf(ts: Attachment['ts']): string | undefined {
  let seconds = ts === null || ts === '' ? Number.NaN : Number(ts)
  for (let unit = 0; unit < 3 && Math.abs(seconds) >= latestSeconds; unit++) seconds /= 1000
  return Math.abs(seconds) < latestSeconds ? new Date(seconds * 1000).toISOString() : undefined
}

function part(tag: string, name: string, inside: string): string {
  return inside === '' ? '' : `<${tag} class="attachment-${name}">${inside}</${tag}>`
}

/** Leads to `url` as a whole; without one, what links stand in it. */
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

/** A word that Slack knows, or a hex colour with or without its sign; anything else is no colour. */
function colour(color: string): string {
  const known = /^(?:good|warning|danger)$/.test(color) ? color : undefined
  const hex = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(color)?.[1]?.toLowerCase()
  const value = known ?? (hex && `#${hex}`)
  return value === undefined ? '' : ` data-color="${value}"`
}
