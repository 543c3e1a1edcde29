import type { PipelineProblem } from '@posthorn/contract'
import type { ProcessInfo } from '@posthorn/queue'
import type { PipelineState } from './pipeline.js'

type Find = (state: PipelineState, nowMs: number) => PipelineProblem[]

/** Waiting for longer, a delivery has no worker to spare: batches take milliseconds. */
const lateAfterMs = { shared: 10_000, flood: 60_000 }
/** As /readyz warns; senders get 503 at four fifths. */
const warnMemoryRatio = 0.6
/** A process that was lost is worth a look for so long. */
const lostWithinMs = 3_600_000
const mostLost = 5

/** What is wrong, since when, and what to do about it: what is broken first. */
export function problemsOf(state: PipelineState, nowMs: number): PipelineProblem[] {
  const found = [redis, postgres, noIngress, noWorker, late, memory, lost, durability]
  const problems = found.flatMap(find => find(state, nowMs))
  return problems.toSorted((one, other) => order[one.severity] - order[other.severity])
}

const order: Record<PipelineProblem['severity'], number> = { broken: 0, warning: 1 }

const redis: Find = ({ redis: trouble, redisAwaySinceMs }) =>
  trouble === undefined
    ? []
    : [
        {
          part: 'redis',
          severity: 'broken',
          message: `Redis: ${trouble}. Senders get 503, and nothing is posted.`,
          since_at: redisAwaySinceMs,
          advice:
            'Nothing that was answered ok is lost. See that Redis runs, that REDIS_URL is right, and that its disk has room; all goes on by itself within a second.',
        },
      ]

const postgres: Find = ({ postgres: trouble }) =>
  trouble === undefined
    ? []
    : [
        {
          part: 'postgres',
          severity: 'broken',
          message: `Postgres: ${trouble}. What is accepted waits in Redis.`,
          since_at: 0,
          advice:
            'See that Postgres runs, that DATABASE_URL is right, and that it has connections and room left. What waits is posted when it is back.',
        },
      ]

const lastTold = (processes: ProcessInfo[]) => Math.max(0, ...processes.map(({ toldAtMs }) => toldAtMs))

/** `npm start` is the ingress and the api in one. */
const takesIn = ({ name }: ProcessInfo) => name === 'ingress' || name === 'standalone'
const posts = ({ name }: ProcessInfo) => name === 'worker'

const noIngress: Find = ({ processes }) =>
  !processes || processes.alive.some(takesIn)
    ? []
    : [
        {
          part: 'ingress',
          severity: 'broken',
          message: 'No ingress is running: senders reach nobody.',
          since_at: lastTold(processes.lost.filter(takesIn)),
          advice: 'Start an ingress, and look at the end of the log of the one before.',
        },
      ]

const noWorker: Find = ({ processes }) =>
  !processes || processes.alive.some(posts)
    ? []
    : [
        {
          part: 'worker',
          severity: 'broken',
          message: 'No worker is running: what is accepted is kept, and nothing is posted.',
          since_at: lastTold(processes.lost.filter(posts)),
          advice:
            'Start a worker, and look at the end of the log of the one before. npm start starts its own again, and says so.',
        },
      ]

const late: Find = ({ backlog, processes }, nowMs) => {
  if (!backlog || !processes?.alive.some(posts)) return []
  const { shared, flood } = backlog.oldestWaitingMs
  if (shared <= lateAfterMs.shared && flood <= lateAfterMs.flood) return []
  return [
    {
      part: 'backlog',
      severity: 'warning',
      message: `Deliveries wait to be posted: ${backlog.deliveries}, which become about ${backlog.posts} posts.`,
      since_at: nowMs - Math.max(shared, flood),
      advice:
        'Workers at a whole core each: start more of them. Workers at rest: look whether Postgres is slow or locked. One hook alone: lower HookRate.',
    },
  ]
}

const memory: Find = ({ backlog }) => {
  const percent = Math.round((backlog?.memoryRatio ?? 0) * 100)
  if (percent <= warnMemoryRatio * 100) return []
  return [
    {
      part: 'redis_memory',
      severity: 'warning',
      message: `Redis uses ${percent} % of the memory that it may use. At 80 % senders get 503.`,
      since_at: 0,
      advice: 'Let what waits be posted, with more workers where there is a backlog, or raise maxmemory.',
    },
  ]
}

const lost: Find = ({ processes }, nowMs) =>
  (processes?.lost ?? [])
    .filter(({ toldAtMs }) => nowMs - toldAtMs < lostWithinMs)
    .slice(-mostLost)
    .map(({ name, pid, host, toldAtMs }) => ({
      part: 'process',
      severity: 'warning',
      message: `Process ${pid} on ${host} (${name}) ended without a farewell, or is silent.`,
      since_at: toldAtMs,
      advice:
        'Nothing is lost: what it had under work is done by another. Look at the end of its log, and whether the machine ran out of memory.',
    }))

const durability: Find = ({ durability: gaps }) =>
  gaps.map(gap => ({
    part: 'durability',
    severity: 'warning',
    message: `This Redis makes ok mean less than kept: ${gap}.`,
    since_at: 0,
    advice: 'Set Redis as the compose file does: a write is answered when it is on the disk.',
  }))
