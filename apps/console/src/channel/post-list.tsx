import { useEffect, useMemo, useRef } from 'react'
import type { PostWindow } from '../data/posts.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { JumpButton } from './jump-button.js'
import { RowView } from './row-view.js'
import { type ReadMark, rowsOf } from './rows.js'
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
  onJump: () => void
}

/** The posts of a channel. */
export function PostList({ title, window, read, linked, onNearEdge, onAtEnd, onJump }: PostListProps) {
  const scroller = useRef<HTMLElement>(null)
  const { until, me } = read
  const rows = useMemo(() => rowsOf(window, { until, me }), [window, until, me])
  const { virtualizer, scrollToEdge } = usePostScroll({ scroller, rows, linked })
  const items = virtualizer.getVirtualItems()
  useListKeys(scroller)
  useNearEdge({ window, rowCount: rows.length, items }, onNearEdge)
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
          {items.map(({ key, index, start }) => {
            const row = rows[index]
            const style = { transform: `translateY(${start}px)` }
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute top-0 left-0 w-full"
                style={style}
              >
                {row && <RowView row={row} title={title} linked={linked} />}
              </li>
            )
          })}
        </ol>
      </section>
      {!isAtEnd && <JumpButton onJump={window.hasNewer ? onJump : () => virtualizer.scrollToEnd()} />}
    </div>
  )
}
