import { z } from 'zod'

const milliseconds = z.number().describe('In milliseconds.')
const lanes = z
  .object({ shared: milliseconds, flood: milliseconds })
  .describe('By lane. `flood` has the excess of hooks that send very much.')
const counts = z.record(z.string(), z.number())

/** Counts of a minute, an hour or a range. */
const counted = {
  accepted: z.number().describe('Calls to hooks that became deliveries.'),
  posted: z
    .number()
    .describe('Deliveries that became new posts in a channel, including replays and manual ones.'),
  replied: z.number().describe('Deliveries that became replies in a thread.'),
  updated: z.number().describe('Deliveries that changed or deleted an earlier post.'),
  collapsed: z.number().describe('Deliveries that an earlier post counts as its repeats.'),
  superseded: z.number().describe('Deliveries that changed nothing, because a newer one had set the post.'),
  skipped: z.number().describe('Events that an adapter or the URL leaves out.'),
  rejected: counts.describe('Deliveries that could not be posted, by reason.'),
  refused: counts.describe('Calls to hooks that did not become deliveries, by cause: limited, unreadable, …'),
  accept_to_posted_ms: z
    .object({ p50: milliseconds, p99: milliseconds })
    .nullable()
    .describe(
      'p50 and p99 of the time until the post exists or is changed, at most a quarter too high. Null if there were none.',
    ),
  backlog: z.number().describe('Highest number of waiting deliveries.'),
  oldest_waiting_ms: lanes,
}

export const PipelineFigures = z
  .object({
    step: z.enum(['minute', 'hour']),
    from_at: z.number().describe('Start of the first period, in milliseconds since 1970.'),
    to_at: z.number().describe('End of the last period, which may not be over yet.'),
    periods: z
      .array(z.object({ start_at: z.number(), ...counted }))
      .describe('Oldest first, without empty periods.'),
    total: z.object(counted).describe('Totals of the whole range.'),
  })
  .meta({ id: 'PipelineFigures' })
export type PipelineFigures = z.infer<typeof PipelineFigures>

/** A process, according to its last report. */
const TellingProcess = z.object({
  id: z.string(),
  name: z.string().describe('ingress, api, worker, or standalone for ingress and api in one process.'),
  version: z.string(),
  host: z.string(),
  pid: z.number(),
  started_at: z.number(),
  told_at: z.number().describe('Time of the last report, by the process’s own clock.'),
  cpu_share: z.number().describe('Share of one CPU core in the seconds before the report: 1 is a full core.'),
  memory_bytes: z.number(),
})

export const ProcessList = z
  .object({
    alive: z.array(TellingProcess).describe('Processes that reported in the last ten seconds, oldest first.'),
    lost: z
      .array(TellingProcess)
      .describe(
        'The newest twenty processes that ended without a clean shutdown in the last day, the latest last.',
      ),
  })
  .meta({ id: 'ProcessList' })
export type ProcessList = z.infer<typeof ProcessList>

export const PipelineProblem = z
  .object({
    part: z.enum([
      'redis',
      'postgres',
      'ingress',
      'worker',
      'backlog',
      'redis_memory',
      'process',
      'durability',
    ]),
    severity: z.enum(['broken', 'warning']),
    message: z.string(),
    since_at: z.number().describe('Start of the problem, in milliseconds since 1970. 0 if unknown.'),
    advice: z.string().describe('What to do about it.'),
  })
  .meta({ id: 'PipelineProblem' })
export type PipelineProblem = z.infer<typeof PipelineProblem>

export const PipelineHealth = z
  .object({
    problems: z
      .array(PipelineProblem)
      .describe('Current problems, the most severe first. Empty if all is well.'),
    checks: z
      .array(z.object({ part: z.enum(['redis', 'postgres']), ok: z.boolean(), message: z.string() }))
      .describe('The same as /readyz of this process.'),
    backlog: z
      .object({
        deliveries: z
          .number()
          .describe('Accepted deliveries without an outcome. An estimate if the backlog is long.'),
        posts: z.number().describe('Approximate number of posts that they will become.'),
        oldest_waiting_ms: lanes,
      })
      .nullable()
      .describe('The current backlog. Null if Redis does not respond.'),
    redis_memory_ratio: z
      .number()
      .describe('Used share of the memory that Redis may use. 0 if it has no limit.'),
  })
  .meta({ id: 'PipelineHealth' })
export type PipelineHealth = z.infer<typeof PipelineHealth>

/** The callers that got 429 responses, with counts. */
export const LimitedCallers = z
  .object({
    since_at: z.number().describe('Start of the counted range: 23 hours before the beginning of this hour.'),
    callers: z.array(
      z.object({
        kind: z
          .enum(['hook', 'user', 'address'])
          .describe(
            'What the rate limit applies to: a hook, a user with all sessions, or an address without a session.',
          ),
        id: z.string().describe('ID of the hook or user. Otherwise the address, for IPv6 its /64 prefix.'),
        name: z.string().describe('Name of the hook or user. Empty if unknown.'),
        team_id: z.string().describe('The hook’s team, or empty.'),
        calls: z.number().describe('Number of refused calls.'),
      }),
    ),
  })
  .meta({ id: 'LimitedCallers' })
export type LimitedCallers = z.infer<typeof LimitedCallers>
