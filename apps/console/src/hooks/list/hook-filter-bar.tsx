import { type HookListFilter, readHookFilter } from '../../data/filters/hook-filter.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { SelectBox } from '../../ui/forms/select-box.js'
import { HookKinds, type HookList } from './hook-kinds.js'

type HookFilterBarProps = {
  list: HookList
  filter: HookListFilter
  onChange: (filter: HookListFilter) => void
  /** How many hooks there are, in words. */
  count: string
}

/** Filters and sorts a list of hooks. The URL stores both. */
export function HookFilterBar({ list, filter, onChange, count }: HookFilterBarProps) {
  const change = (changed: Record<string, string>) => onChange(readHookFilter({ ...filter, ...changed }))
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <HookKinds list={list} filter={filter} />
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
          value={filter.find ?? ''}
          onChange={find => change({ find })}
        />
      </div>
      <p role="status" className="ml-auto shrink-0 text-sm text-quiet tabular-nums">
        {count}
      </p>
    </div>
  )
}
