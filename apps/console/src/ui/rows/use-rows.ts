import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  useVirtualizer,
} from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'

/** Lists of up to this many rows are rendered whole, so that the browser's own search finds everything in them. */
const wholeUpTo = 100
/** Rows that are rendered beyond the visible ones. */
const overscan = 8

/** A rendered row, or the height of rows that are not rendered. */
export type RowOrGap = { key: string; index: number } | { key: string; index: undefined; px: number }

type RowsOptions<Item> = {
  items: Item[]
  keyOf: (item: Item) => string
  /** A row's assumed height before it is measured. */
  rowPx: number
}

/**
 * Renders the visible rows of a list of any length, inside the next `data-scroller`. The row with the focus and its neighbours
 * stay rendered, so that the focus survives scrolling, and Tab, j and k lead on from there.
 */
export function useRows<Item>(
  container: RefObject<HTMLElement | null>,
  { items, keyOf, rowPx }: RowsOptions<Item>,
) {
  const [focused, setFocused] = useState<number>()
  const scrollMargin = useDistance(container)
  const keys = useMemo(() => items.map(keyOf), [items, keyOf])
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: keys.length,
    scrollMargin,
    overscan,
    getScrollElement: () => scrollerOf(container),
    observeElementRect: observeShown,
    // a hidden row has no height: without an assumed one, ever more rows would fit, until React gives up
    measureElement: (row, ...rest) =>
      row.getClientRects().length === 0 ? rowPx : measureElement(row, ...rest),
    // stable as long as the rows are: a new function would measure everything again
    estimateSize: useCallback(() => rowPx, [rowPx]),
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    rangeExtractor: range => {
      if (range.count <= wholeUpTo) return Array.from({ length: range.count }, (_, index) => index)
      const kept = focused === undefined ? [] : [focused - 1, focused, focused + 1]
      const wanted = [...defaultRangeExtractor(range), ...kept.filter(at => at >= 0 && at < range.count)]
      return [...new Set(wanted)].toSorted((one, other) => one - other)
    },
  })
  return {
    pieces: piecesOf(virtualizer.getVirtualItems(), scrollMargin, virtualizer.getTotalSize()),
    /** The ref of each row, which also needs `data-index`. */
    measure: virtualizer.measureElement,
    onFocus: ({ target }: FocusEvent) => setFocused(indexOf(target)),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) setFocused(undefined)
    },
  }
}

/** Browsers restore the position of a scroller that is shown again without an event. */
const observeShown: typeof observeElementRect<HTMLElement> = (virtualizer, onRect) => {
  let wasHidden = false
  return observeElementRect(virtualizer, rect => {
    onRect(rect)
    if (wasHidden && rect.height > 0) virtualizer.scrollElement?.dispatchEvent(new Event('scroll'))
    wasHidden = rect.height === 0
  })
}

type Placed = { key: unknown; index: number; start: number; end: number }

/** Fills the gaps between rows, up to the list's whole height. */
function piecesOf(rows: Placed[], top: number, height: number): RowOrGap[] {
  let at = top
  const pieces: RowOrGap[] = []
  for (const { key, index, start, end } of rows) {
    if (start > at) pieces.push({ key: `before ${index}`, index: undefined, px: start - at })
    pieces.push({ key: String(key), index })
    at = end
  }
  const rest = top + height - at
  if (rest > 0) pieces.push({ key: 'after', index: undefined, px: rest })
  return pieces
}

function scrollerOf(container: RefObject<HTMLElement | null>): HTMLElement | null {
  return container.current?.closest<HTMLElement>('[data-scroller]') ?? null
}

function indexOf(element: Element): number | undefined {
  const row = element.closest<HTMLElement>('[data-index]')
  return row ? Number(row.dataset.index) : undefined
}

/** How far below the start of its scroller the list begins. */
function useDistance(container: RefObject<HTMLElement | null>): number {
  const [px, setPx] = useState(0)
  useLayoutEffect(() => {
    const [list, scroller] = [container.current, scrollerOf(container)]
    if (!list || !scroller) return
    const { top } = scroller.getBoundingClientRect()
    setPx(Math.round(list.getBoundingClientRect().top - top + scroller.scrollTop))
  })
  return px
}
