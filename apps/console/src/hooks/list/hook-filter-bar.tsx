import { failingShare, unusedHookDays } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { type HookListFilter, type HookStatus, readHookFilter } from '../../data/filters/delivery-filter.js'
import { formatShare } from '../../format/amount.js'
import { notByAddress, segmentClasses } from '../../ui/charts/series.js'
import { SelectBox } from '../../ui/forms/field.js'
import { FoundCount, SearchField } from '../../ui/forms/search-field.js'

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

const statuses: { words: string; title?: string; only?: HookStatus }[] = [
  { words: 'All' },
  {
    words: 'Failing',
    only: 'failing',
    title: `At least ${formatShare(failingShare)} of the deliveries of the last 24 hours were rejected`,
  },
  { words: 'Disabled', only: 'disabled' },
  { words: 'Never used', only: 'never_used' },
  { words: 'Unused', only: 'unused', title: `Not called for ${unusedHookDays} days` },
  { words: 'Creator deactivated', only: 'creator_deactivated' },
  { words: 'Not locked', only: 'unlocked', title: 'Can post to channels other than their own' },
]

type HookList = '/$team/integrations/incoming' | '/admin/hooks'

/** Filters hooks by status, and keeps the search text and the order. */
function HookStatuses({
  list,
  filter: { only: chosen, ...rest },
}: {
  list: HookList
  filter: HookListFilter
}) {
  return (
    <nav aria-label="Filter webhooks" className="flex flex-wrap gap-1">
      {statuses.map(({ words, title, only }) => (
        <Link
          key={words}
          from={list}
          to="."
          search={{ ...rest, ...(only && { only }) }}
          replace
          title={title}
          {...notByAddress}
          aria-current={only === chosen ? 'page' : undefined}
          className={segmentClasses}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
