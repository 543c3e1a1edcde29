import { formatNumber } from '../../format/locale.js'

type FoundCountProps = {
  total: number
  /** Whether they match a search or a filter. */
  isFiltered: boolean
  /** Said of all of them. */
  ofAll?: string | undefined
}

/** How many items there are, or how many were found; at the end of the row of a search field. */
export function FoundCount({ total, isFiltered, ofAll = 'in total' }: FoundCountProps) {
  return (
    <p role="status" className="ml-auto shrink-0 text-sm text-quiet tabular-nums">
      {formatNumber(total)} {isFiltered ? 'found' : ofAll}
    </p>
  )
}
