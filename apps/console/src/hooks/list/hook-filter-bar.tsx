import { type HookListFilter, readHookFilter } from '../../data/filters/hook-filter.js'
import { FoundCount } from '../../ui/forms/found-count.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { SelectBox } from '../../ui/forms/select-box.js'
import { type HookList, HookStatuses } from './hook-statuses.js'

type HookFilterBarProps = {
  list: HookList
  filter: HookListFilter
  onChange: (filter: HookListFilter) => void
  /** How many hooks there are. */
  total: number
  /** Said of the count of an unfiltered list. */
  ofAll?: string
}

/** Filters and sorts a list of hooks. The URL stores both. */
export function HookFilterBar({ list, filter, onChange, total, ofAll }: HookFilterBarProps) {
  const isFiltered = filter.find !== undefined || filter.only !== undefined
  const change = (changed: Record<string, string>) => onChange(readHookFilter({ ...filter, ...changed }))
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <HookStatuses list={list} filter={filter} />
      <SelectBox
        aria-label="Sort by"
        value={filter.sort ?? ''}
        onChange={({ target: { value } }) => change({ sort: value })}
        className="w-44"
      >
        <option value="">Newest first</option>
        <option value="title">Title</option>
        <option value="last_used">Last used</option>
        <option value="posted">Most posted in 24 hours</option>
        <option value="failure_rate">Highest failure rate</option>
      </SelectBox>
      <div className="min-w-56 flex-1">
        <SearchField
          label="Search by title, channel or creator"
          placeholder="Title, channel or creator"
          value={filter.find ?? ''}
          onChange={find => change({ find })}
        />
      </div>
      <FoundCount total={total} isFiltered={isFiltered} ofAll={ofAll} />
    </div>
  )
}
