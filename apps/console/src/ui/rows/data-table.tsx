import { type ReactNode, useRef } from 'react'
import { useListKeys } from '../../keyboard/use-list-keys.js'
import { classes } from '../classes.js'
import { cellClasses, headClasses } from '../list.js'
import { useRows } from './use-rows.js'

/** A column of a table of items. */
export type Column<Item> = {
  /** Its heading. */
  head: ReactNode
  /** Explains the heading. */
  about?: string
  /** Classes of its `col`: its width, and the width of the table from which on it appears. */
  col?: string | undefined
  /** Classes of its cells and heading, with the same condition. Tailwind needs whole class names. */
  cell?: string | undefined
  /** The whole text, if the cell may cut it. */
  whole?: (item: Item) => string
  children: (item: Item) => ReactNode
}

type DataTableProps<Item> = {
  label: string
  items: Item[]
  keyOf: (item: Item) => string
  columns: Column<Item>[]
  /** A row's assumed height before it is measured. */
  rowPx: number
  /** The length of the whole list, of which `items` are what is loaded; -1 if it is not known. */
  total: number
  /** Classes of the head and of rows, if rows stack their cells in narrow tables. */
  stacked?: { head: string; row: string }
}

const inOneColumn = { head: '@max-lg:hidden', row: '' }

/**
 * A table of any length, of which the visible rows are rendered. Columns appear by the table's own width; until then the first
 * column shows their content, or the row stacks its cells.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, items, keyOf, columns, rowPx, total, stacked = inOneColumn } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { pieces, measure, ...focus } = useRows(body, { items, keyOf, rowPx })
  useListKeys(body)
  return (
    <div className="@container shrink-0">
      <table className="w-full table-fixed" aria-rowcount={total < 0 ? -1 : total + 1}>
        <caption className="sr-only">{label}</caption>
        {/* its own element: Chromium takes no widths from a head that is hidden after the first layout */}
        <colgroup>
          {columns.map(({ col }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <col key={at} className={col} />
          ))}
        </colgroup>
        <Head columns={columns} className={stacked.head} />
        <tbody ref={body} {...focus}>
          {pieces.map(piece => {
            if (piece.index === undefined) return <Gap key={piece.key} px={piece.px} />
            const item = items[piece.index]
            if (item === undefined) return null
            return (
              <tr
                key={piece.key}
                ref={measure}
                data-index={piece.index}
                aria-rowindex={piece.index + 2}
                className={classes('relative hover:bg-hover focus-within:bg-hover', stacked.row)}
              >
                <Cells columns={columns} item={item} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Gap({ px }: { px: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <tr aria-hidden="true">
      <td className="p-0" style={{ height: px }} />
    </tr>
  )
}

function Cells<Item>({ columns, item }: { columns: Column<Item>[]; item: Item }) {
  return columns.map(({ cell, whole, children }, at) => (
    <td
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
      key={at}
      dir={whole && 'auto'}
      title={whole?.(item)}
      className={classes(cellClasses, cell, whole && 'truncate')}
    >
      {children(item)}
    </td>
  ))
}

function Head<Item>({ columns, className }: { columns: Column<Item>[]; className: string }) {
  return (
    <thead className={className}>
      <tr aria-rowindex={1}>
        {columns.map(({ head, about, cell }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
          <th key={at} title={about} className={classes(headClasses, cell)}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}
