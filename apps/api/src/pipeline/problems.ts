import type { PipelineProblem } from '@posthorn/contract'
import type { ProcessInfo } from '@posthorn/queue'
import type { PipelineState } from './pipeline.js'

type Find = (state: PipelineState, nowMs: number) => PipelineProblem[]

/** A delivery that waits longer has no free worker, because batches take milliseconds. */
const lateAfterMs = { shared: 10_000, flood: 60_000 }
/** As in /readyz's warning; senders get 503 at four fifths. */
const warnMemoryRatio = 0.6
/** A lost process is reported for this long. */
const lostWithinMs = 3_600_000
const mostLost = 5

/** Returns the problems with their start and advice, the most severe first. */
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
            'Accepted deliveries are not lost. Check that Redis is running, that REDIS_URL is right, and that its disk has space. Posthorn recovers within a second.',
        },
      ]

const postgres: Find = ({ postgres: trouble }) =>
  trouble === undefined
    ? []
    : [
        {
          part: 'postgres',
          severity: 'broken',
          message: `Postgres: ${trouble}. Accepted deliveries wait in Redis.`,
          since_at: 0,
          advice:
            'Check that Postgres is running, that DATABASE_URL is right, and that it has free connections and disk space. Waiting deliveries are posted when it is back.',
        },
      ]

const lastReportMs = (processes: ProcessInfo[]) => Math.max(0, ...processes.map(({ toldAtMs }) => toldAtMs))

/** `npm start` runs the ingress and the api in one process. */
const takesIn = ({ name }: ProcessInfo) => name === 'ingress' || name === 'standalone'
const posts = ({ name }: ProcessInfo) => name === 'worker'

const noIngress: Find = ({ processes }) =>
  !processes || processes.alive.some(takesIn)
    ? []
    : [
        {
          part: 'ingress',
          severity: 'broken',
          message: 'No ingress is running, so senders cannot connect.',
          since_at: lastReportMs(processes.lost.filter(takesIn)),
          advice: "Start an ingress, and read the end of the last one's log.",
        },
      ]

const noWorker: Find = ({ processes }) =>
  !processes || processes.alive.some(posts)
    ? []
    : [
        {
          part: 'worker',
          severity: 'broken',
          message: 'No worker is running. Accepted deliveries are stored but not posted.',
          since_at: lastReportMs(processes.lost.filter(posts)),
          advice:
            "Start a worker, and read the end of the last one's log. npm start restarts its own workers.",
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
      message: `${backlog.deliveries} deliveries (about ${backlog.posts} posts) are waiting to be posted.`,
      since_at: nowMs - Math.max(shared, flood),
      advice:
        'If workers use a whole core each, start more. If they are idle, check whether Postgres is slow or locked. If one hook causes it, lower HookRate.',
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
      message: `Redis uses ${percent} % of its memory limit. At 80 %, senders get 503.`,
      since_at: 0,
      advice: 'Start more workers if there is a backlog, or raise maxmemory.',
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
      message: `Process ${pid} on ${host} (${name}) crashed or stopped reporting.`,
      since_at: toldAtMs,
      advice:
        'Nothing is lost, because another process takes over its work. Read the end of its log, and check whether the machine ran out of memory.',
    }))

const durability: Find = ({ durability, postgresDurability }) => [
  ...durability.map(gap =>
    weakened(
      `This Redis can lose accepted deliveries: ${gap}.`,
      'Configure Redis as in the compose file, so that it confirms a write once it is on the disk.',
    ),
  ),
  ...(postgresDurability.length === 0
    ? []
    : [
        weakened(
          `A crash of this Postgres can lose posts: ${postgresDurability.join(', ')}.`,
          'Turn it on with ALTER SYSTEM, and reload Postgres, so that it confirms a write once it is on the disk.',
        ),
      ]),
]

function weakened(message: string, advice: string): PipelineProblem {
  return { part: 'durability', severity: 'warning', message, since_at: 0, advice }
}
