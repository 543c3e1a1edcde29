import { deliveryOutcomes } from '@posthorn/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type Changes, changeFilter, type HistoryFilter } from '../data/filters/delivery-filter.js'
import { notByAddress, segmentClasses } from '../ui/charts/series.js'
import { SearchField } from '../ui/forms/search-field.js'
import { outcomeWords } from './delivery-table.js'
import { TimeFilter } from './time-filter.js'
import { useHistory } from './use-history.js'

const outcomes = [undefined, ...deliveryOutcomes]

/** Filters deliveries by outcome, time and text. The URL stores the filters. */
export function FilterBar({ filter }: { filter: HistoryFilter }) {
  const { list } = useHistory()
  const navigate = useNavigate({ from: list })
  const searchWith =
    (changed: Changes) =>
    ({ over }: { over?: 'week' }) => ({ ...changeFilter(filter, changed), ...(over && { over }) })
  const change = (changed: Changes) => void navigate({ search: searchWith(changed), replace: true })
  return (
    <div className="flex min-w-0 flex-auto basis-2xl flex-wrap items-center gap-2">
      <nav aria-label="Outcome" className="flex flex-wrap gap-1">
        {outcomes.map(outcome => (
          <Link
            key={outcome ?? ''}
            from={list}
            to="."
            search={searchWith({ outcome })}
            replace
            {...notByAddress}
            aria-current={filter.outcome === outcome ? 'page' : undefined}
            className={segmentClasses}
          >
            {outcome ? outcomeWords[outcome] : 'All'}
          </Link>
        ))}
      </nav>
      <TimeFilter from={filter.from} to={filter.to} onChange={change} />
      <div className="min-w-36 flex-1">
        <SearchField
          label="Search payloads"
          value={filter.text ?? ''}
          onChange={text => change({ text: text || undefined })}
        />
      </div>
    </div>
  )
}
