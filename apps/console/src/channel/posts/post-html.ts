import { formatTime } from '../../format/time.js'
import { frameCode } from '../content/code.js'
import { frameImages } from '../content/images.js'

/** Where a post is shown: links point into that team, and mentions of the viewer are highlighted. */
export type PostReader = { team: string; username: string }

/** Names that mean everybody. */
const everybody = new Set(['all', 'channel'])

/**
 * Adapts a post's stored HTML to this page. It is already safe (packages/core, render). This adds what only the viewer's browser
 * knows: targets of mentions, and times in its zone.
 */
export function pageHtml(html: string, viewer: PostReader): string {
  const template = document.createElement('template') // its content loads nothing
  template.innerHTML = html
  const { content } = template
  const each = <E extends Element>(selector: string, change: (element: E) => void) =>
    content.querySelectorAll<E>(selector).forEach(change)
  each<HTMLAnchorElement>('a.mention', link => leadToPerson(link, viewer))
  each<HTMLAnchorElement>('a.channel', link => {
    link.setAttribute('href', `/${viewer.team}/channels/${encodeURIComponent(link.dataset.channel ?? '')}`)
  })
  each<HTMLAnchorElement>(`a[href^="${location.origin}/"]`, stayHere)
  each<HTMLImageElement>('img[src^="http:"]', showAsLink)
  each<HTMLTimeElement>('time', time => {
    time.textContent = formatTime(Date.parse(time.dateTime), 'short')
  })
  each<HTMLInputElement>('input', box => box.setAttribute('aria-label', box.checked ? 'Done' : 'Not done'))
  each<HTMLElement>('pre, table', scrolling => {
    scrolling.tabIndex = 0 // so that the keyboard can scroll it
  })
  frameCode(content)
  frameImages(content)
  return template.innerHTML
}

function leadToPerson(link: HTMLAnchorElement, { team, username }: PostReader): void {
  const name = link.dataset.mention ?? ''
  if (name === username || everybody.has(name)) link.classList.add('mine')
  if (!everybody.has(name)) link.setAttribute('href', `/${team}/messages/@${encodeURIComponent(name)}`)
}

/** The screens that a team's URL can lead to. */
const screens = /^\/[^/]+\/(channels|messages|integrations|account)(\/|$)/

/** Opens links to this console in the same tab. */
function stayHere(link: HTMLAnchorElement): void {
  if (!screens.test(link.pathname)) return
  link.removeAttribute('target')
  link.classList.add('here')
}

/** Removes images that are not https, which the content security policy would block. */
function showAsLink(image: HTMLImageElement): void {
  const link = document.createElement('a')
  link.href = image.src
  link.rel = 'nofollow noopener noreferrer'
  link.target = '_blank'
  link.textContent = image.alt || image.src
  image.replaceWith(link)
}

/** Sets the sender's colours, because the policy forbids style attributes in HTML. Named colours are in the style sheet. */
export function colourBars(post: HTMLElement): void {
  for (const attachment of post.querySelectorAll<HTMLElement>('[data-color^="#"]'))
    attachment.style.setProperty('--bar', attachment.dataset.color ?? '')
}
