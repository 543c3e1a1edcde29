import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton, iconButtonClasses } from '../../ui/button.js'
import { classes } from '../../ui/classes.js'
import { Icon } from '../../ui/icon.js'
import type { Gallery } from './images.js'

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

type LightboxHeadProps = {
  src: string
  title: string
  /** Such as 2 of 5. Absent for a single image. */
  place: string | undefined
  onTurn: (step: number) => void
  onZoom: (factor: number) => void
  onClose: () => void
}

/** The title of an image, and the buttons for it. */
function LightboxHead({ src, title, place, onTurn, onZoom, onClose }: LightboxHeadProps) {
  return (
    <div className="flex items-center gap-1 p-2 pl-4">
      <p className="min-w-0 flex-auto truncate font-medium" dir="auto" title={title}>
        {title}
      </p>
      {place && (
        <>
          <IconButton icon="arrow-left" label="Previous image" onClick={() => onTurn(-1)} />
          <p role="status" className="text-sm whitespace-nowrap text-quiet">
            {place}
          </p>
          <IconButton icon="arrow-right" label="Next image" onClick={() => onTurn(1)} />
        </>
      )}
      <IconButton icon="zoom-out" label="Zoom out" onClick={() => onZoom(0.5)} />
      <IconButton icon="zoom-in" label="Zoom in" onClick={() => onZoom(2)} />
      <a
        href={src}
        target="_blank"
        rel="nofollow noopener noreferrer"
        title="Open in a new tab"
        aria-label="Open in a new tab"
        className={iconButtonClasses()}
      >
        <Icon name="external" />
      </a>
      <IconButton icon="x" label="Close" onClick={onClose} />
    </div>
  )
}

const maxScale = 8

type Size = { width: number; height: number }
/** Scale 1 fits the image into the stage. `focus` is the point of the image that stays in the middle, from 0 to 1. */
type View = { scale: number; fitted: Size; focus: { x: number; y: number } }

const fits: View = { scale: 1, fitted: { width: 0, height: 0 }, focus: { x: 0.5, y: 0.5 } }

/** Enlarges an image inside a stage that scrolls. */
function useZoom() {
  const stage = useRef<HTMLElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState(fits)
  const { scale, fitted } = view
  const zoom = (wanted: number, focus?: View['focus']) => {
    const next = Math.min(maxScale, Math.max(1, wanted))
    const size = image.current?.getBoundingClientRect()
    if (next === 1 || !size) return setView(fits)
    const now = scale === 1 ? { width: size.width, height: size.height } : fitted
    setView({ scale: next, fitted: now, focus: focus ?? middleOf(stage.current, size) })
  }
  useLayoutEffect(() => {
    const [frame, size] = [stage.current, image.current?.getBoundingClientRect()]
    if (!frame || !size || view.scale === 1) return
    frame.scrollLeft = view.focus.x * size.width - frame.clientWidth / 2
    frame.scrollTop = view.focus.y * size.height - frame.clientHeight / 2
  }, [view])
  return {
    stage,
    image,
    scale,
    style: scale > 1 ? { width: fitted.width * scale, height: fitted.height * scale } : undefined,
    zoom,
    /** Zooms to the clicked point, or back. */
    zoomAt: ({ clientX, clientY, currentTarget }: MouseEvent) => {
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      zoom(scale > 1 ? 1 : 2, { x: (clientX - left) / width, y: (clientY - top) / height })
    },
  }
}

/** Returns the point of the image that is in the middle of the stage. */
function middleOf(stage: HTMLElement | null, image: DOMRect): View['focus'] {
  const frame = stage?.getBoundingClientRect() ?? image
  const share = (start: number, length: number, from: number, size: number) =>
    Math.min(1, Math.max(0, (start + length / 2 - from) / Math.max(1, size)))
  return {
    x: share(frame.left, frame.width, image.left, image.width),
    y: share(frame.top, frame.height, image.top, image.height),
  }
}
