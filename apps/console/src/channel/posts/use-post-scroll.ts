import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { PostWindow } from '../../data/posts/windows.js'
import type { Row } from './rows.js'

/** Rows that are rendered beyond the visible ones. */
const overscan = 4
/** A row's assumed height before it is measured. */
const guessedPx = 60
/** Distance from the end that still counts as the end. */
const endPx = 80
/** Space between the last post and the composer. */
const paddingEndPx = 12
/** Space above a linked post, so that its context is visible. */
const aboveLinkedPx = 120
/** Rows before the edge of a window at which the next page is fetched. */
const rowsAhead = 12

const estimateSize = () => guessedPx

/**
 * Whether a row that changes its height is above what is read: it begins before the visible part and ends in its upper half.
 * The rows below it keep their place, even while the reader scrolls up.
 */
function isAbove(
  { start, end }: { start: number; end: number },
  _delta: number,
  { scrollOffset, scrollRect }: { scrollOffset: number | null; scrollRect: { height: number } | null },
): boolean {
  const top = scrollOffset ?? 0
  return start < top && end <= top + (scrollRect?.height ?? 0) / 2
}

/** The key of the row to show first. Without it, the list starts at the end. */
export type Scrolled = { scroller: RefObject<HTMLElement | null>; rows: Row[]; linked: string | undefined }

/** Renders only visible rows. Follows new posts at the end, and keeps its place when earlier ones load. */
export function usePostScroll({ scroller, rows, linked }: Scrolled) {
  const firstShown = () => rows.findIndex(({ key }) => key === linked)
  // stable as long as the rows are: a new function would measure everything again
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endPx,
    overscan,
    paddingEnd: paddingEndPx,
    scrollPaddingStart: aboveLinkedPx,
    // close to the target, so that the first rendering is not mistaken for the window's edge
    initialOffset: () => (firstShown() < 0 ? rows.length : firstShown()) * guessedPx,
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAbove
  // biome-ignore lint/correctness/useExhaustiveDependencies: sets the start position once
  useLayoutEffect(() => {
    if (firstShown() >= 0) virtualizer.scrollToIndex(firstShown(), { align: 'start' })
    else virtualizer.scrollToEnd()
  }, [])
  return virtualizer
}

/** Keeps the newest post in view when the list becomes lower: when the text below grows, or a phone shows its keyboard. */
export function useStayAtEnd(
  scroller: RefObject<HTMLElement | null>,
  isAtEnd: boolean,
  toEnd: () => void,
): void {
  const latest = useRef(toEnd)
  latest.current = toEnd
  useEffect(() => {
    if (!isAtEnd || !scroller.current) return
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller, isAtEnd])
}

type Drawn = { window: PostWindow; rowCount: number; items: { index: number }[] }

/** Reports when the reader approaches an edge with more posts behind it. */
export function useNearEdge(
  { window, rowCount, items }: Drawn,
  onNearEdge: (side: 'before' | 'after') => void,
): void {
  const [first, last] = [items[0]?.index ?? rowsAhead, items.at(-1)?.index ?? 0]
  const isNearStart = window.hasOlder && first < rowsAhead
  const isNearEnd = window.hasNewer && last >= rowCount - rowsAhead
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page may need the next one
  useEffect(() => {
    if (isNearStart) onNearEdge('before')
    if (isNearEnd) onNearEdge('after')
  }, [isNearStart, isNearEnd, window.posts])
}
