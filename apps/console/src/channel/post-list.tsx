import { useEffect, useMemo, useRef } from 'react'
import type { PostWindow } from '../data/posts.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { DrawnRows } from './drawn-rows.js'
import { JumpButton } from './jump-button.js'
import { type ReadMark, rowsOf } from './rows.js'
import { useEdgeKeys } from './use-edge-keys.js'
import { useNearEdge, usePostScroll } from './use-post-scroll.js'

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
