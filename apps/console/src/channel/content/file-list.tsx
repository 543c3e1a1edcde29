import type { PostFileObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import { fileUrl, readFileStart, thumbnailUrl } from '../../data/posts/files.js'
import { formatBytes } from '../../format/amount.js'
import { Opening } from '../../server/states.js'
import { iconButtonClasses } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { colourCode } from './code.js'
import { type Gallery, galleryOf } from './images.js'

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

const previewBytes = 4096
const previewLines = 40

/** The language of a text by its name. It only chooses colours. */
const languageOf = (name: string) =>
  (/([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase().replace(/[^a-z0-9+#-]/g, '')

/** The first lines of a text file. They are loaded when they are about to be seen. */
function TextPreview({ id, name }: { id: string; name: string }) {
  const frame = useRef<HTMLElement>(null)
  const code = useRef<HTMLElement>(null)
  const { data: text } = useQuery({
    queryKey: ['file-start', id],
    queryFn: ({ signal }) => readFileStart(id, previewBytes, signal),
    enabled: useIsAlmostSeen(frame),
    staleTime: Number.POSITIVE_INFINITY, // a file never changes
  })
  useEffect(() => {
    if (!code.current || !frame.current || text === undefined) return
    code.current.textContent = text.split('\n', previewLines).join('\n')
    void colourCode(frame.current).catch(() => {}) // it stays plain if the server is away
  }, [text])
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled
      tabIndex={0}
      aria-label={`Start of ${name}`}
      aria-busy={text === undefined}
      className="h-36 overflow-auto border-t border-line bg-well p-2 text-sm"
    >
      <pre dir="ltr">
        <code ref={code} className={`language-${languageOf(name)}`} />
      </pre>
    </section>
  )
}

/** Whether an element was in or near the window. */
function useIsAlmostSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      entries => setSeen(was => was || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isSeen
}
