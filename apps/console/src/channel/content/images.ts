type FullImage = { src: string; alt: string }

/** The images of a post, and the one that somebody wants to see in full. */
export type Gallery = { images: FullImage[]; at: number }

type Size = { width: number; height: number }

/** The sizes of images that were loaded, so that posts keep their height when they come back. */
const sizes = new Map<string, Size>()
const maxSizes = 1000

const framed = 'img:not(.attachment-icon, .attachment-thumb)'

/** Puts a frame around each image until it is loaded. An image outside of links is a button that shows it in full. */
export function frameImages(content: DocumentFragment): void {
  for (const image of content.querySelectorAll<HTMLImageElement>(framed)) {
    image.alt ||= image.closest('.attachment')?.querySelector('.attachment-title')?.textContent ?? ''
    const isLinked = image.closest('a') !== null
    const frame = document.createElement(isLinked ? 'span' : 'button')
    frame.className = 'image loading'
    if (!isLinked) {
      frame.setAttribute('type', 'button')
      frame.setAttribute('aria-label', image.alt === '' ? 'Show image' : `Show image: ${image.alt}`)
      frame.dataset.image = ''
    }
    keepSize(image, frame)
    image.replaceWith(frame)
    frame.append(image)
  }
}

function keepSize(image: HTMLImageElement, frame: HTMLElement): void {
  const size = sizes.get(image.src)
  if (!size) return
  frame.classList.remove('loading')
  if (image.hasAttribute('width') || image.hasAttribute('height')) return
  image.setAttribute('width', String(size.width))
  image.setAttribute('height', String(size.height))
}

/** Removes the frames of a post's images when they are loaded, and says which are missing. Returns the end of watching. */
export function watchImages(post: HTMLElement): () => void {
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return
    target.closest('.image')?.classList.remove('loading')
    if (sizes.size < maxSizes)
      sizes.set(target.src, { width: target.naturalWidth, height: target.naturalHeight })
  }
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) showMissing(target)
  }
  // these events do not bubble
  post.addEventListener('load', onLoad, true)
  post.addEventListener('error', onError, true)
  return () => {
    post.removeEventListener('load', onLoad, true)
    post.removeEventListener('error', onError, true)
  }
}

function showMissing(image: HTMLImageElement): void {
  const frame = image.closest('.image')
  if (!frame) {
    image.remove() // an icon
    return
  }
  const message = document.createElement('span')
  message.className = 'image-missing'
  message.textContent = image.alt === '' ? 'Image not available' : `Image not available: ${image.alt}`
  if (frame.matches('button')) message.append(' ', linkTo(image.src))
  frame.replaceWith(message)
}

function linkTo(url: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'nofollow noopener noreferrer'
  link.target = '_blank'
  link.textContent = 'Open its address'
  return link
}

/** Returns the images of the post whose button was pressed, in their order. A thumbnail's button names its original. */
export function galleryOf(button: Element): Gallery {
  const post = button.closest('[data-post], .post-html')
  const buttons = [...(post?.querySelectorAll<HTMLElement>('[data-image]') ?? [])]
  const images = buttons.map(({ dataset, firstElementChild: image }) => {
    const { src = '', currentSrc = '', alt = '' } = image instanceof HTMLImageElement ? image : {}
    return { src: dataset.image || currentSrc || src, alt }
  })
  return { images, at: buttons.indexOf(button as HTMLElement) }
}
