import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'

const maxScale = 8

type Size = { width: number; height: number }
/** Scale 1 fits the image into the stage. `focus` is the point of the image that stays in the middle, from 0 to 1. */
type View = { scale: number; fitted: Size; focus: { x: number; y: number } }

const fits: View = { scale: 1, fitted: { width: 0, height: 0 }, focus: { x: 0.5, y: 0.5 } }

/** Enlarges an image inside a stage that scrolls. */
export function useZoom() {
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
