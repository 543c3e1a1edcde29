import { useEffect, useRef } from 'react'
import { IconButton, iconButtonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import type { FullImage } from './images.js'

/** Shows an image as large as the window. Esc, a click outside or the button closes it. */
export function Lightbox({ image: { src, alt }, onClose }: { image: FullImage; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    ref.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-label={alt === '' ? 'Image' : alt}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="m-auto max-h-[95dvh] max-w-[95vw] overflow-hidden rounded-lg border border-line bg-raised p-0 shadow-pop open:flex open:flex-col"
    >
      <div className="flex items-center gap-1 p-2 pl-4">
        <p className="min-w-0 flex-auto truncate font-medium" dir="auto" title={alt}>
          {alt === '' ? 'Image' : alt}
        </p>
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
      <img
        src={src}
        alt={alt}
        referrerPolicy="no-referrer"
        className="m-auto max-h-[calc(95dvh-3rem)] min-h-0 max-w-full object-contain"
      />
    </dialog>
  )
}
