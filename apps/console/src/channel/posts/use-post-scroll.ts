import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react'
import type { PostWindow } from '../../data/posts.js'
import type { Row } from './rows.js'

/** Rows that are drawn beyond what is seen. */
const overscan = 4
/** What a row takes before it is measured. */
const guessedPx = 60
/** From the end, what still counts as being there. */
const endPx = 80
/** Between the last post and what is written below it. */
const paddingEndPx = 12
/** Above a post that a link leads to, so that one sees what it follows. */
const aboveLinkedPx = 120
/** Before the last row of a window is reached, the next page is asked for. */
const rowsAhead = 12

const estimateSize = () => guessedPx

/** Of `linked`, the row with this key is shown first; without it, or where it is gone, the last one. */
export type Scrolled = { scroller: RefObject<HTMLElement | null>; rows: Row[]; linked: string | undefined }

/** Draws only the rows that are seen. What comes at the end is followed by who is there; what comes before moves nothing. */
export function usePostScroll({ scroller, rows, linked }: Scrolled) {
  const firstShown = () => rows.findIndex(({ key }) => key === linked)
  // the same as long as the rows are: with another one everything is measured anew
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
    // near where it will be, so that what is first drawn is not taken for the window's edge
    initialOffset: () => (firstShown() < 0 ? rows.length : firstShown()) * guessedPx,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one begins, once; from there on one scrolls
  useLayoutEffect(() => {
    if (firstShown() >= 0) virtualizer.scrollToIndex(firstShown(), { align: 'start' })
    else virtualizer.scrollToEnd()
  }, [])
  return virtualizer
}

type Drawn = { window: PostWindow; rowCount: number; items: { index: number }[] }

/** Says when an edge of the window will soon be seen behind which there is more. */
export function useNearEdge(
  { window, rowCount, items }: Drawn,
  onNearEdge: (side: 'before' | 'after') => void,
): void {
  const [first, last] = [items[0]?.index ?? rowsAhead, items.at(-1)?.index ?? 0]
  const isNearStart = window.hasOlder && first < rowsAhead
  const isNearEnd = window.hasNewer && last >= rowCount - rowsAhead
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came may want the next
  useEffect(() => {
    if (isNearStart) onNearEdge('before')
    if (isNearEnd) onNearEdge('after')
  }, [isNearStart, isNearEnd, window.posts])
}
