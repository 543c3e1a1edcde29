import type { PipelineFigures, PipelineHealth, PipelineProblem } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FigureRange, figureRanges, figuresQuery, healthQuery } from '../data/admin/pipeline.js'
import { messageOf } from '../data/client/failures.js'
import { countOf, formatCount, formatDuration, formatShare } from '../format/amount.js'
import { ErrorState, Loading } from '../server/states.js'
import { Badge } from '../ui/badge.js'
import { segmentClasses } from '../ui/charts/series.js'
import { Fact } from '../ui/fact.js'
import { Icon } from '../ui/icon.js'
import { Time } from '../ui/time.js'
import { sumOf } from './figure-series.js'
import { Figures } from './figures.js'

/** The current state, polled every few seconds. An API that does not respond is itself the problem. */
export function Now() {
  const { data, error, failureReason, dataUpdatedAt, refetch } = useQuery(healthQuery)
  const unanswered = failureReason ? [unansweredProblem(failureReason, dataUpdatedAt)] : []
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />
  if (!data && !failureReason) return <Loading what="what is wrong" rows={1} />
  return (
    <section aria-label="Now" className="flex flex-col gap-4">
      <Problems problems={failureReason ? unanswered : (data?.problems ?? [])} />
      {data && <NowFacts {...data} />}
    </section>
  )
}

function unansweredProblem(reason: unknown, knownAt: number) {
  const { title, detail = '' } = messageOf(reason)
  return {
    severity: 'broken' as const,
    message: title,
    since_at: knownAt,
    advice: detail || 'The figures below are the last known ones. See the API’s log.',
  }
}

const partNames = { redis: 'Redis', postgres: 'Postgres' }

function NowFacts({ checks, backlog, redis_memory_ratio }: PipelineHealth) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {checks.map(({ part, ok, message }) => (
        <Fact key={part} name={partNames[part]}>
          <Badge look={ok ? 'good' : 'bad'}>{ok ? 'Responds' : message}</Badge>
        </Fact>
      ))}
      {backlog?.deliveries === 0 && <Fact name="Waiting">none</Fact>}
      {backlog !== null && backlog.deliveries > 0 && (
        <>
          <Fact name="Waiting">{`${countOf(backlog.deliveries, 'delivery', 'deliveries')}, about ${countOf(backlog.posts, 'post')}`}</Fact>
          <Fact name="Oldest">{formatDuration(backlog.oldest_waiting_ms.shared)}</Fact>
          <Fact name="Oldest in flood queue">{formatDuration(backlog.oldest_waiting_ms.flood)}</Fact>
        </>
      )}
      {redis_memory_ratio > 0 && <Fact name="Redis memory">{formatShare(redis_memory_ratio)}</Fact>}
    </dl>
  )
}

const looks = { broken: 'bg-bad-soft text-bad', warning: 'bg-warn-soft text-warn' }

/** Current problems, since when, and what to do. */
function Problems({ problems }: { problems: Omit<PipelineProblem, 'part'>[] }) {
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
        <Icon name="check" />
        No problems. Deliveries are being posted.
      </p>
    )
  return (
    <ul aria-label="Problems" className="flex flex-col gap-2">
      {problems.map(({ message, severity, since_at, advice }) => (
        <li key={message} className={`flex gap-3 rounded-lg px-4 py-3 ${looks[severity]}`}>
          <Icon name="warning" className="mt-0.5 size-4" />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-medium wrap-anywhere">
              {message}
              {since_at > 0 && (
                <>
                  {' '}
                  <span className="font-normal">
                    Since <Time at={since_at} form="seconds" />.
                  </span>
                </>
              )}
            </p>
            <p className="text-sm text-text text-pretty">{advice}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

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
