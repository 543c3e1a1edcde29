import type { PipelineHealth } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../data/admin/pipeline.js'
import { messageOf } from '../data/client/errors.js'
import { countOf, formatDuration, formatShare } from '../format/amount.js'
import { ErrorState, Loading } from '../server/states.js'
import { Badge } from '../ui/badge.js'
import { Fact } from '../ui/fact.js'
import { Problems } from './problems.js'

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
