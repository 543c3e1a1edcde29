import type { PostFileObject } from '@posthorn/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../data/client/lazy-part.js'
import { fileUrl } from '../../data/posts/files.js'
import { formatBytes } from '../../format/amount.js'
import { iconButtonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { Opening } from '../../ui/modal.js'
import type { FullImage } from './images.js'

const Lightbox = lazyPart(() => import('./lightbox.js'), 'Lightbox')

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
/** Larger images are rows, because nobody asked for their bytes. */
const maxShownBytes = 5 * 1024 ** 2

/** The files of a post: images that open in full, and a row for each other file. */
export function FileList({ files }: { files: PostFileObject[] }) {
  const [full, setFull] = useState<FullImage>()
  const isShown = ({ type, size }: PostFileObject) => images.has(type) && size <= maxShownBytes
  return (
    <ul aria-label="Files" className="my-1 flex flex-wrap items-start gap-2">
      {files.map(file => (
        <li key={file.id} className="max-w-full">
          {isShown(file) ? <Picture file={file} onOpen={setFull} /> : <Row file={file} />}
        </li>
      ))}
      {full && (
        <Suspense fallback={<Opening onClose={() => setFull(undefined)} />}>
          <Lightbox image={full} onClose={() => setFull(undefined)} />
        </Suspense>
      )}
    </ul>
  )
}

type Shown = { file: PostFileObject }

function Picture({ file: { id, name }, onOpen }: Shown & { onOpen: (image: FullImage) => void }) {
  const [isMissing, setMissing] = useState(false)
  const src = fileUrl(id)
  if (isMissing) return <p className="text-quiet">Image not available: {name}</p>
  return (
    <button
      type="button"
      aria-label={`Show image: ${name}`}
      onClick={() => onOpen({ src, alt: name })}
      className="block cursor-zoom-in overflow-hidden rounded-lg border border-line"
    >
      <img
        src={src}
        alt={name}
        loading="lazy"
        onError={() => setMissing(true)}
        className="h-44 max-w-full bg-well object-contain"
      />
    </button>
  )
}

function Row({ file: { id, name, size } }: Shown) {
  return (
    <div className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-raised py-1 pr-1 pl-3">
      <p className="min-w-0">
        <span className="block truncate font-medium" dir="auto" title={name}>
          {name}
        </span>
        <span className="block text-sm text-quiet">{formatBytes(size)}</span>
      </p>
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
