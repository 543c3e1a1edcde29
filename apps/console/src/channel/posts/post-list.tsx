import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import type { PostWindow } from '../../data/posts.js'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { Icon } from '../../ui/icon.js'
import { DrawnRows } from './drawn-rows.js'
import { type ReadMark, rowsOf } from './rows.js'
import { useNearEdge, usePostScroll } from './use-post-scroll.js'

/** Home and End of a list of rows that are measured as they come: the browser's own way there would be disturbed by that. */
function useEdgeKeys(toStart: () => void, toEnd: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'End' && event.key !== 'Home') return
    event.preventDefault()
    if (event.key === 'End') toEnd()
    else toStart()
  }
}

/** Leads back to the newest post from wherever one has scrolled to. */
function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className="absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raised px-3 text-sm font-medium shadow-pop hover:bg-hover"
    >
      <Icon name="arrow-down" />
      Jump to newest
    </button>
  )
}

type PostListProps = {
  title: string
  window: PostWindow
  read: ReadMark
  /** The post that the address leads to. */
  linked: string | undefined
  /** Called when there is more on that side and it will soon be seen. */
  onNearEdge: (side: 'before' | 'after') => void
  /** Whether the newest post is in view. */
  onAtEnd: (isAtEnd: boolean) => void
  /** Leads to the newest post, where that is not in the window. */
  onJump: () => void
  /** How often the reader has written something here. */
  written: number
}

/** The posts of a channel. */
export function PostList(props: PostListProps) {
  const { title, window, read, linked, onNearEdge, onAtEnd, onJump, written } = props
  const scroller = useRef<HTMLElement>(null)
  const { until, me } = read
  const rows = useMemo(() => rowsOf(window, { until, me }), [window, until, me])
  const virtualizer = usePostScroll({ scroller, rows, linked })
  const jump = window.hasNewer ? onJump : () => virtualizer.scrollToEnd()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was written, it is shown
  useEffect(() => {
    if (written > 0) jump()
  }, [written])
  const scrollToEdge = useEdgeKeys(() => virtualizer.scrollToOffset(0), jump)
  useListKeys(scroller)
  useNearEdge({ window, rowCount: rows.length, items: virtualizer.getVirtualItems() }, onNearEdge)
  const isAtEnd = !window.hasNewer && virtualizer.isAtEnd()
  useEffect(() => onAtEnd(isAtEnd), [onAtEnd, isAtEnd])
  return (
    <div className="relative flex min-h-0 flex-auto flex-col">
      <section
        ref={scroller}
        onKeyDown={scrollToEdge}
        aria-label="Posts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        className="flex min-h-0 flex-auto flex-col overflow-y-auto outline-none [contain:strict]"
      >
        <ol className="relative mt-auto w-full shrink-0" style={{ height: virtualizer.getTotalSize() }}>
          <DrawnRows {...{ virtualizer, rows, title, linked }} />
        </ol>
      </section>
      {!isAtEnd && <JumpButton onJump={jump} />}
    </div>
  )
}
