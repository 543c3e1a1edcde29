import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { readFileStart } from '../../data/posts/files.js'
import { colourCode } from './code.js'

const previewBytes = 4096
const previewLines = 40

/** The language of a text by its name. It only chooses colours. */
const languageOf = (name: string) =>
  (/([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase().replace(/[^a-z0-9+#-]/g, '')

/** The first lines of a text file. They are loaded when they are about to be seen. */
export function TextPreview({ id, name }: { id: string; name: string }) {
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
