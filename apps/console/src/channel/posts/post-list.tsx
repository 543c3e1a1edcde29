import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isFromHook } from '../../data/posts/from-hook.js'
import type { PostWindow } from '../../data/posts/windows.js'
import { countOf } from '../../format/amount.js'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { classes } from '../../ui/classes.js'
import { Icon } from '../../ui/icon.js'
import { DrawnRows } from './drawn-rows.js'
import { usePlace } from './place.js'
import { type ReadMark, rowsOf } from './rows.js'
import { useNearEdge, usePostScroll, useStayAtEnd } from './use-post-scroll.js'

/** Handles Home and End, because the browser's own scrolling breaks while rows are measured. */
function useEdgeKeys(toStart: () => void, toEnd: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'End' && event.key !== 'Home') return
    event.preventDefault()
    if (event.key === 'End') toEnd()
    else toStart()
  }
}

/** Counts posts of others that arrived since the reader was at the end. */
function useArrived({ posts, hasNewer }: PostWindow, me: string, isAtEnd: boolean): number {
  const newest = posts.at(-1)?.id ?? ''
  const [seen, setSeen] = useState({ post: newest, hasNewer })
  const isStale = seen.post !== newest || seen.hasNewer !== hasNewer
  // posts that are loaded after a gap are no news
  if (isStale && (isAtEnd || hasNewer || seen.hasNewer)) setSeen({ post: newest, hasNewer })
  return posts.filter(post => post.id > seen.post && (post.user_id !== me || isFromHook(post))).length
}

/** Scrolls to the newest post. */
function JumpButton({ arrived, onJump }: { arrived: number; onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className={classes(
        'absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 items-center gap-2 rounded-full px-3 text-sm font-medium shadow-pop',
        arrived > 0
          ? 'bg-accent text-on-accent hover:bg-accent-hover'
          : 'border border-line bg-raised hover:bg-hover',
      )}
    >
      <Icon name="arrow-down" />
      {arrived > 0 ? countOf(arrived, 'new post') : 'Jump to newest'}
    </button>
  )
}

type PostListProps = {
  /** The accessible name. */
  label: string
  title: string
  window: PostWindow
  read: ReadMark
  /** The post that the URL links to. */
  linked: string | undefined
  /** Called when the reader approaches an edge with more posts behind it. */
  onNearEdge: (side: 'before' | 'after') => void
  /** Whether the newest post is visible. */
  onAtEnd: (isAtEnd: boolean) => void
  /** Loads the newest posts if the window does not contain them. */
  onJump: () => void
  /** How many posts the reader has written here. */
  written: number
}

/** The scrolling list of a channel's posts. */
export function PostList(props: PostListProps) {
  const { label, title, window, read, linked, onNearEdge, onAtEnd, onJump, written } = props
  const { isThread } = usePlace()
  const scroller = useRef<HTMLElement>(null)
  const { until, me } = read
  const rows = useMemo(() => rowsOf(window, { until, me }), [window, until, me])
  const virtualizer = usePostScroll({ scroller, rows, linked })
  const jump = window.hasNewer ? onJump : () => virtualizer.scrollToEnd()
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls after each post that the reader writes
  useEffect(() => {
    if (written > 0) jump()
  }, [written])
  const scrollToEdge = useEdgeKeys(() => virtualizer.scrollToOffset(0), jump)
  useListKeys(scroller)
  useNearEdge({ window, rowCount: rows.length, items: virtualizer.getVirtualItems() }, onNearEdge)
  const isAtEnd = !window.hasNewer && virtualizer.isAtEnd()
  useStayAtEnd(scroller, isAtEnd, jump)
  const arrived = useArrived(window, me, isAtEnd)
  useEffect(() => onAtEnd(isAtEnd), [onAtEnd, isAtEnd])
  return (
    <div className="relative flex min-h-0 flex-auto flex-col">
      <section
        ref={scroller}
        onKeyDown={scrollToEdge}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
        className="flex min-h-0 flex-auto flex-col overflow-y-auto focus-visible:-outline-offset-2 [contain:strict]"
      >
        <ol
          className={classes('relative w-full shrink-0', !isThread && 'mt-auto')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          <DrawnRows {...{ virtualizer, rows, title, linked }} />
        </ol>
      </section>
      {!isAtEnd && <JumpButton {...{ arrived }} onJump={jump} />}
    </div>
  )
}
