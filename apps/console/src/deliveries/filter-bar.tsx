import { getRouteApi, Link } from '@tanstack/react-router'
import { type Changes, changeFilter, type HistoryFilter } from '../data/delivery-filter.js'
import { segmentClasses } from '../ui/charts/segments.js'
import { SearchField } from '../ui/forms/search-field.js'
import { TimeFilter } from './time-filter.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/')

const outcomes = [
  { words: 'All', outcome: undefined },
  { words: 'Posted', outcome: 'posted' },
  { words: 'Rejected', outcome: 'rejected' },
] as const

/** Filters deliveries by outcome, time and text. The URL stores the filters. */
export function FilterBar({ filter }: { filter: HistoryFilter }) {
  const navigate = route.useNavigate()
  const change = (changed: Changes) => void navigate({ search: changeFilter(filter, changed), replace: true })
  return (
    <div className="flex min-w-0 flex-auto flex-wrap items-center gap-2">
      <nav aria-label="Outcome" className="flex gap-1">
        {outcomes.map(({ words, outcome }) => (
          <Link
            key={words}
            from={route.id}
            to="."
            search={changeFilter(filter, { outcome })}
            replace
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={filter.outcome === outcome ? 'page' : undefined}
            className={segmentClasses}
          >
            {words}
          </Link>
        ))}
      </nav>
      <TimeFilter from={filter.from} to={filter.to} onChange={change} />
      <SearchField
        label="Search payloads"
        value={filter.text ?? ''}
        onChange={text => change({ text: text || undefined })}
      />
    </div>
  )
}
