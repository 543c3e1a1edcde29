import { formatTime } from '../../format/time.js'

/** Where a post is shown: links lead into that team, and who looks is marked where they are meant. */
export type PostReader = { team: string; username: string }

/** Not somebody's names: they mean everybody. */
const everybody = new Set(['all', 'channel'])

/**
 * A post's stored HTML (packages/core, render) as this page shows it. It is safe as it is; what only the viewer's browser
 * knows is added: where mentions lead, times in its zone.
 */
export function pageHtml(html: string, viewer: PostReader): string {
  const template = document.createElement('template') // what is in one loads nothing yet
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
    scrolling.tabIndex = 0 // what scrolls has to be reached by keys
  })
  return template.innerHTML
}

function leadToPerson(link: HTMLAnchorElement, { team, username }: PostReader): void {
  const name = link.dataset.mention ?? ''
  if (name === username || everybody.has(name)) link.classList.add('mine')
  if (!everybody.has(name)) link.setAttribute('href', `/${team}/messages/@${encodeURIComponent(name)}`)
}

/** What a screen of a team has an address below. */
const screens = /^\/[^/]+\/(channels|messages|integrations|account)(\/|$)/

/** A link to one of this page's screens needs no other tab. */
function stayHere(link: HTMLAnchorElement): void {
  if (!screens.test(link.pathname)) return
  link.removeAttribute('target')
  link.classList.add('here')
}

/** Our page loads images over https only. */
function showAsLink(image: HTMLImageElement): void {
  const link = document.createElement('a')
  link.href = image.src
  link.rel = 'nofollow noopener noreferrer'
  link.target = '_blank'
  link.textContent = image.alt || image.src
  image.replaceWith(link)
}

/** Words for colours are in the style sheet; other colours are the sender's, and no style attribute is allowed in HTML. */
export function colourBars(post: HTMLElement): void {
  for (const attachment of post.querySelectorAll<HTMLElement>('[data-color^="#"]'))
    attachment.style.setProperty('--bar', attachment.dataset.color ?? '')
}
