import type { ReactVirtualizer } from '@tanstack/react-virtual'
import { RowView } from './row-view.js'
import type { Row } from './rows.js'

type DrawnRowsProps = {
  virtualizer: ReactVirtualizer<HTMLElement, Element>
  rows: Row[]
  /** The channel's title. */
  title: string
  /** The post that the URL links to. */
  linked: string | undefined
}

/** Renders the visible rows at their positions. */
export function DrawnRows({ virtualizer, rows, title, linked }: DrawnRowsProps) {
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
