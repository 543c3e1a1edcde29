import { IconButton, iconButtonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'

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
export function LightboxHead({ src, title, place, onTurn, onZoom, onClose }: LightboxHeadProps) {
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
