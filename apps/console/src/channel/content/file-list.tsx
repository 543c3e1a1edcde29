import type { PostFileObject } from '@posthorn/contract'
import { type MouseEvent, Suspense, useState } from 'react'
import { lazyPart } from '../../data/client/lazy-part.js'
import { fileUrl, thumbnailUrl } from '../../data/posts/files.js'
import { formatBytes } from '../../format/amount.js'
import { Opening } from '../../server/states.js'
import { iconButtonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { type Gallery, galleryOf } from './images.js'
import { TextPreview } from './text-preview.js'

const Lightbox = lazyPart(() => import('./lightbox.js'), 'Lightbox')

/** In CSS pixels. Thumbnails have more than twice as many, for sharp screens. */
const room = { width: 320, height: 176 }
/** So that a thin picture can be seen and pressed. */
const least = 32

/** The files of a post: pictures that open in full, texts with their first lines, and a row for each other file. */
export function FileList({ files }: { files: PostFileObject[] }) {
  const [gallery, setGallery] = useState<Gallery>()
  return (
    <ul aria-label="Files" className="my-1 flex flex-wrap items-start gap-2">
      {files.map(file => (
        <li key={file.id} className="max-w-full">
          <Shown file={file} onOpen={({ currentTarget }) => setGallery(galleryOf(currentTarget))} />
        </li>
      ))}
      {gallery && (
        <Suspense fallback={<Opening onClose={() => setGallery(undefined)} />}>
          <Lightbox gallery={gallery} onClose={() => setGallery(undefined)} />
        </Suspense>
      )}
    </ul>
  )
}

type ShownProps = { file: PostFileObject; onOpen: (event: MouseEvent) => void }

function Shown({ file, onOpen }: ShownProps) {
  const { id, name, type, width, height } = file
  if (width && height) return <Picture file={file} size={fitted({ width, height })} onOpen={onOpen} />
  if (type !== 'text/plain') return <Row file={file} />
  return (
    <div className="w-[36rem] max-w-full overflow-hidden rounded-lg border border-line">
      <Row file={file} isText />
      <TextPreview id={id} name={name} />
    </div>
  )
}

type Size = { width: number; height: number }

function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height)
  return { width: Math.max(least, width * scale), height: Math.max(least, height * scale) }
}

/** The size is known, so nothing moves when the thumbnail arrives. */
function Picture({ file: { id, name }, size, onOpen }: ShownProps & { size: Size }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <p className="text-quiet">Image not available: {name}</p>
  return (
    <button
      type="button"
      data-image={fileUrl(id)}
      aria-label={`Show image: ${name}`}
      onClick={onOpen}
      className="block max-w-full cursor-zoom-in overflow-hidden rounded-lg border border-line bg-well"
    >
      <img
        src={thumbnailUrl(id)}
        alt={name}
        loading="lazy"
        onError={() => setMissing(true)}
        style={{ width: size.width, aspectRatio: `${size.width} / ${size.height}` }}
        className="max-w-full object-contain"
      />
    </button>
  )
}

/** A text opens in a new tab, where it is plain. */
function Row({ file: { id, name, size }, isText = false }: { file: PostFileObject; isText?: boolean }) {
  return (
    <div
      className={`flex max-w-full items-center gap-3 bg-raised py-1 pr-1 pl-3 ${isText ? '' : 'rounded-lg border border-line'}`}
    >
      <p className="min-w-0 flex-auto">
        <span className="block truncate font-medium" dir="auto" title={name}>
          {name}
        </span>
        <span className="block text-sm text-quiet">{formatBytes(size)}</span>
      </p>
      {isText && (
        <a
          href={fileUrl(id)}
          target="_blank"
          rel="noopener noreferrer"
          title="Open in a new tab"
          aria-label={`Open ${name} in a new tab`}
          className={iconButtonClasses()}
        >
          <Icon name="external" />
        </a>
      )}
      <a
        href={`${fileUrl(id)}?download=true`}
        download
        title="Download"
        aria-label={`Download ${name}`}
        className={iconButtonClasses()}
      >
        <Icon name="download" />
      </a>
    </div>
  )
}
