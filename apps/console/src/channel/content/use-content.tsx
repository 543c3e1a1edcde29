import { type MouseEvent, type RefObject, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import { Opening } from '../../server/states.js'
import { colourCode, copyCode } from './code.js'
import { type Gallery, galleryOf, watchImages } from './images.js'

const Lightbox = lazyPart(() => import('./lightbox.js'), 'Lightbox')

/** What the code and the images in a post's HTML do. `shown` changes with the HTML. */
export function useContent(ref: RefObject<HTMLElement | null>, shown: unknown) {
  const [gallery, setGallery] = useState<Gallery>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: before images of the new HTML can load
  useLayoutEffect(() => (ref.current ? watchImages(ref.current) : undefined), [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours what is rendered
  useEffect(() => {
    if (ref.current) void colourCode(ref.current).catch(() => {}) // the code stays plain if the server is away
  }, [shown])
  return {
    press: ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return
      const copying = target.closest('[data-copy]')
      if (copying) void copyCode(copying)
      const showing = target.closest('[data-image]')
      if (showing) setGallery(galleryOf(showing))
    },
    lightbox: gallery && (
      <Suspense fallback={<Opening onClose={() => setGallery(undefined)} />}>
        <Lightbox gallery={gallery} onClose={() => setGallery(undefined)} />
      </Suspense>
    ),
  }
}
