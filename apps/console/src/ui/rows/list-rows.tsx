import { type ComponentProps, type ReactNode, useRef } from 'react'
import { List } from '../list.js'
import { useRows } from './use-rows.js'

type ListRowsProps<Item> = Omit<ComponentProps<'ul'>, 'children'> & {
  items: Item[]
  keyOf: (item: Item) => string
  /** A row's assumed height before it is measured. */
  rowPx: number
  /** The length of the whole list, if more rows can be loaded; -1 if it is not known. */
  total?: number | undefined
  /** Whether lines separate the rows. */
  isLined?: boolean
  children: (item: Item) => ReactNode
}

/** A list of any length, of which the visible rows are rendered. */
export function ListRows<Item>(props: ListRowsProps<Item>) {
  const { items, keyOf, rowPx, total, isLined = true, children, ...list } = props
  const ref = useRef<HTMLUListElement>(null)
  const { pieces, measure, ...focus } = useRows(ref, { items, keyOf, rowPx })
  const Tag = isLined ? List : 'ul'
  return (
    <Tag {...list} {...focus} ref={ref}>
      {pieces.map(piece => {
        if (piece.index === undefined)
          return <li key={piece.key} aria-hidden="true" className="border-0!" style={{ height: piece.px }} />
        const item = items[piece.index]
        if (item === undefined) return null
        return (
          <li
            key={piece.key}
            ref={measure}
            data-index={piece.index}
            aria-setsize={total ?? items.length}
            aria-posinset={piece.index + 1}
          >
            {children(item)}
          </li>
        )
      })}
    </Tag>
  )
}
