import type { PipelineFigures } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FigureRange, figureRanges, figuresQuery } from '../data/admin/pipeline.js'
import { formatCount, formatDuration } from '../format/amount.js'
import { ErrorState, Loading } from '../server/states.js'
import { segmentClasses } from '../ui/charts/segments.js'
import { Fact } from '../ui/fact.js'
import { sumOf } from './figure-series.js'
import { Figures } from './figures.js'

const ranges = Object.entries(figureRanges) as [FigureRange, (typeof figureRanges)[FigureRange]][]

/** Figures of a period: totals, and over time. */
export function Counted({ range }: { range: FigureRange }) {
  const { data, failureReason, refetch } = useQuery(figuresQuery(range))
  return (
    <section aria-label="Figures" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold">Figures</h2>
        <nav aria-label="Period" className="flex gap-1">
          {ranges.map(([name, { words }]) => (
            <Link
              key={name}
              to="/admin/pipeline"
              search={name === 'hour' ? {} : { range: name }}
              aria-current={name === range ? 'page' : undefined}
              className={segmentClasses}
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      {!data &&
        (failureReason ? (
          <ErrorState error={failureReason} onRetry={refetch} />
        ) : (
          <Loading what="the figures" />
        ))}
      {data && <Totals total={data.total} />}
      {data && <Figures figures={data} />}
    </section>
  )
}

function Totals({ total }: Pick<PipelineFigures, 'total'>) {
  const { accepted, posted, rejected, refused, accept_to_posted_ms: wait } = total
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 tabular-nums">
      <Fact name="Accepted">{formatCount(accepted)}</Fact>
      <Fact name="Posted">{formatCount(posted)}</Fact>
      <Fact name="Rejected">{formatCount(sumOf(rejected))}</Fact>
      <Fact name="Refused calls">{formatCount(sumOf(refused))}</Fact>
      {wait && <Fact name="p50">{formatDuration(wait.p50)}</Fact>}
      {wait && <Fact name="p99">{formatDuration(wait.p99)}</Fact>}
    </dl>
  )
}
