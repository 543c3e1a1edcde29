import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classes } from '../../ui/classes.js'
import type { Gallery } from './images.js'
import { LightboxHead } from './lightbox-head.js'
import { useZoom } from './use-zoom.js'

const panPixels = 80

type LightboxProps = { gallery: Gallery; onClose: () => void }

/**
 * Shows an image as large as the window, and the other images of its post by arrows. A click, + and - zoom, and arrows then
 * move the image. Esc, a click outside or the button closes it.
 */
export function Lightbox({ gallery, onClose }: LightboxProps) {
  const ref = useOpenDialog()
  const { src, title, place, move, isMissing, setMissing } = useImages(gallery)
  const zooming = useZoom()
  const { stage, scale, zoom } = zooming
  const turn = (step: number) => {
    zoom(1)
    move(step)
  }
  const arrow = (x: number, y: number) =>
    scale > 1 ? stage.current?.scrollBy(x * panPixels, y * panPixels) : x !== 0 && turn(x)
  const press = keys({
    ArrowLeft: () => arrow(-1, 0),
    ArrowRight: () => arrow(1, 0),
    ArrowUp: () => arrow(0, -1),
    ArrowDown: () => arrow(0, 1),
    '+': () => zoom(scale * 2),
    '=': () => zoom(scale * 2),
    '-': () => zoom(scale / 2),
    '0': () => zoom(1),
  })
  return (
    <dialog
      ref={ref}
      aria-label={title}
      onKeyDown={press}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="m-auto h-[95dvh] max-h-none w-[95vw] max-w-none overflow-hidden rounded-lg border border-line bg-raised p-0 shadow-pop open:flex open:flex-col"
    >
      <LightboxHead
        {...{ src, title, place, onClose }}
        onTurn={turn}
        onZoom={factor => zoom(scale * factor)}
      />
      <Stage {...{ src, title, isMissing }} onMissing={() => setMissing(true)} zooming={zooming} />
    </dialog>
  )
}

type StageProps = {
  src: string
  title: string
  isMissing: boolean
  onMissing: () => void
  zooming: ReturnType<typeof useZoom>
}

/** The image, which scrolls when it is larger than its room. */
function Stage({ src, title, isMissing, onMissing, zooming }: StageProps) {
  const { stage, image, scale, style, zoomAt } = zooming
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled
    <section ref={stage} aria-label="Picture" tabIndex={0} className="flex min-h-0 flex-auto overflow-auto">
      {isMissing ? (
        <p className="m-auto p-4 text-quiet">Image not available: {title}</p>
      ) : (
        // biome-ignore lint/a11y: the dialog has keys for it
        <img
          ref={image}
          key={src}
          src={src}
          alt={title}
          referrerPolicy="no-referrer"
          onError={onMissing}
          onClick={zoomAt}
          style={style}
          className={classes(
            'm-auto object-contain',
            scale > 1 ? 'max-w-none shrink-0 cursor-zoom-out' : 'max-h-full max-w-full cursor-zoom-in',
          )}
        />
      )}
    </section>
  )
}

/** Opens a dialog while it is rendered, and returns the focus. */
function useOpenDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    ref.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return ref
}

/** Moves between the images of a post, around the end. */
function useImages({ images, at }: Gallery) {
  const [index, setIndex] = useState(at)
  const [isMissing, setMissing] = useState(false)
  const { src = '', alt = '' } = images[index] ?? {}
  return {
    src,
    title: alt === '' ? 'Image' : alt,
    place: images.length > 1 ? `${index + 1} of ${images.length}` : undefined,
    isMissing,
    setMissing,
    move: (step: number) => {
      setMissing(isMissing && images.length === 1)
      setIndex((index + step + images.length) % images.length)
    },
  }
}

/** Returns a handler of keys without modifiers. */
const keys = (acts: Record<string, () => unknown>) => (event: KeyboardEvent) => {
  const act = acts[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
