import type { PostObject } from '@posthorn/contract'
import type { ReactVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { isFromHook } from '../../data/posts/from-hook.js'
import type { PostWindow } from '../../data/posts/windows.js'
import { countOf, countReplies } from '../../format/amount.js'
import { formatDay } from '../../format/time.js'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { classes } from '../../ui/classes.js'
import { Icon } from '../../ui/icon.js'
import { Time } from '../../ui/time.js'
import { PostFiles } from '../content/post-files.js'
import { usePlace } from './place.js'
import { Post } from './post.js'
import { PostBody } from './post-body.js'
import { isSystemMessage, type ReadMark, type Row, rowsOf } from './rows.js'
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

type DrawnRowsProps = {
  virtualizer: ReactVirtualizer<HTMLElement, Element>
  rows: Row[]
  /** The channel's title. */
  title: string
  /** The post that the URL links to. */
  linked: string | undefined
}

/** Renders the visible rows at their positions. */
function DrawnRows({ virtualizer, rows, title, linked }: DrawnRowsProps) {
  return virtualizer.getVirtualItems().map(({ key, index, start }) => {
    const row = rows[index]
    return (
      <li
        key={key}
        ref={virtualizer.measureElement}
        data-index={index}
        className="absolute top-0 left-0 w-full"
        style={{ transform: `translateY(${start}px)` }}
      >
        {row && <RowView row={row} title={title} linked={linked} />}
      </li>
    )
  })
}

type RowViewProps = {
  row: Row
  /** The channel's title. */
  title: string
  /** The post that the URL links to. */
  linked: string | undefined
}

/** A memoized row: it renders when it changes, not on every scroll. */
const RowView = memo(({ row, title, linked }: RowViewProps) => {
  switch (row.kind) {
    case 'start':
      return <StartLine title={title} />
    case 'day':
      return <DayLine at={row.at} />
    case 'new':
      return <NewLine />
    case 'replies':
      return <RepliesLine count={row.count} />
    case 'post':
      return isSystemMessage(row.post) ? (
        <SystemLine post={row.post} />
      ) : (
        <Post row={row} isLinked={row.post.id === linked} />
      )
  }
})

/** Separates two days. */
function DayLine({ at }: { at: number }) {
  return (
    <div className="flex items-center gap-3 px-4 pt-4 pb-1 text-xs font-medium text-quiet">
      <span className="flex-auto border-t border-line" />
      <time dateTime={new Date(at).toISOString()}>{formatDay(at)}</time>
      <span className="flex-auto border-t border-line" />
    </div>
  )
}

/** Marks the first unread post. */
function NewLine() {
  return (
    <div className="flex items-center gap-3 px-4 py-1 text-xs font-semibold text-bad">
      <span className="flex-auto border-t border-current" />
      New
    </div>
  )
}

/** Separates a thread's replies from the post that they reply to. */
function RepliesLine({ count }: { count: number }) {
  return (
    <div className="flex items-center gap-3 px-4 pt-3 pb-1 text-xs font-medium text-quiet">
      {countReplies(count)}
      <span className="flex-auto border-t border-line" />
    </div>
  )
}

/** Marks the start of a channel or conversation. */
function StartLine({ title }: { title: string }) {
  return (
    <div className="px-4 pt-8 pb-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-quiet">There are no earlier posts.</p>
    </div>
  )
}

/** A system message, such as a member who joined. */
function SystemLine({ post }: { post: PostObject }) {
  return (
    <div className="flex items-baseline gap-2 py-1 pr-4 pl-16 text-sm text-quiet">
      <PostBody html={post.html ?? ''} />
      <PostFiles files={post.files} />
      <Time at={post.create_at} className="text-xs" />
    </div>
  )
}
