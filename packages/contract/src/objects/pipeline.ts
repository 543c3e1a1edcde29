import { z } from 'zod'

const milliseconds = z.number().describe('In milliseconds.')
const lanes = z
  .object({ shared: milliseconds, flood: milliseconds })
  .describe('By lane: `flood` has what single hooks send very much of.')
const counts = z.record(z.string(), z.number())

/** What was counted in a minute, an hour, or a whole range of them. */
const counted = {
  accepted: z.number().describe('Calls of hooks that became deliveries.'),
  posted: z.number().describe('Deliveries that became posts, those sent again or by hand too.'),
  rejected: counts.describe('Deliveries that could not be posted, by reason.'),
  refused: counts.describe('Calls of hooks that became no delivery, by cause: limited, unreadable, …'),
  accept_to_posted_ms: z
    .object({ p50: milliseconds, p99: milliseconds })
    .nullable()
    .describe(
      'Half, and 99 in 100, were posted within this, at most a quarter too high; null where none was.',
    ),
  backlog: z.number().describe('The most deliveries that waited at once.'),
  oldest_waiting_ms: lanes,
}

export const PipelineFigures = z.object({
  step: z.enum(['minute', 'hour']),
  from_at: z.number().describe('The beginning of the first period, in milliseconds since 1970.'),
  to_at: z.number().describe('The end of the last one; it may not be over yet.'),
  periods: z
    .array(z.object({ start_at: z.number(), ...counted }))
    .describe('The oldest first, without those in which nothing was counted.'),
  total: z.object(counted).describe('Of the whole range.'),
})
export type PipelineFigures = z.infer<typeof PipelineFigures>

/** A process, as it told of itself last. */
const TellingProcess = z.object({
  id: z.string(),
  name: z.string().describe('ingress, api, worker, or standalone for the first two together.'),
  version: z.string(),
  host: z.string(),
  pid: z.number(),
  started_at: z.number(),
  told_at: z.number().describe('When it last told of itself, by its own clock.'),
  cpu_share: z.number().describe('Of a core, in the seconds before that: 1 is a whole one.'),
  memory_bytes: z.number(),
})

export const ProcessList = z.object({
  alive: z
    .array(TellingProcess)
    .describe('Those that told of themselves in the last ten seconds, the oldest first.'),
  lost: z
    .array(TellingProcess)
    .describe('Those that ended without a farewell in the last day, the newest twenty, the last one last.'),
})
export type ProcessList = z.infer<typeof ProcessList>

export const PipelineProblem = z.object({
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
  since_at: z.number().describe('Since when, in milliseconds since 1970; 0 where that is not known.'),
  advice: z.string().describe('What to do about it.'),
})
export type PipelineProblem = z.infer<typeof PipelineProblem>

export const PipelineHealth = z.object({
  problems: z
    .array(PipelineProblem)
    .describe('What is wrong, what is broken first; empty where all is well.'),
  checks: z
    .array(z.object({ part: z.enum(['redis', 'postgres']), ok: z.boolean(), message: z.string() }))
    .describe('As /readyz of this process says it.'),
  backlog: z
    .object({
      deliveries: z.number().describe('Kept and without an outcome; of a long backlog an estimate.'),
      posts: z.number().describe('About what they become.'),
      oldest_waiting_ms: lanes,
    })
    .nullable()
    .describe('What waits now; null where Redis does not answer.'),
  redis_memory_ratio: z
    .number()
    .describe('Of the memory that Redis may use, how much it does; 0 where it may use all.'),
})
export type PipelineHealth = z.infer<typeof PipelineHealth>
