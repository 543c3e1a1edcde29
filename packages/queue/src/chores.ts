import { z } from 'zod'

/** What is done beside the deliveries, one chore at a time however many workers there are. */
export const maintenanceName = 'chores'

/**
 * The replay of those deliveries of a hook, from `fromMs` to `toMs`, that a filter matches, and how far it has come. Saved in its job after
 * every page, so that whoever takes it over goes on.
 */
export const ReplayAll = z.object({
  hookId: z.string(),
  fromMs: z.number(),
  toMs: z.number(),
  /** The deliveries in question: after the id `after`, which rises, before the id `end`. */
  after: z.string(),
  end: z.string(),
  /** Which of them; the rejected ones in jobs of older processes. */
  outcome: z.enum(['posted', 'rejected', 'any']).default('rejected'),
  /** What their payloads have in them; empty for all. */
  text: z.string().default(''),
  /** The user who wants it; absent in jobs of older processes. */
  sentBy: z.string().optional(),
  total: z.number(),
  done: z.number().default(0),
  /** How many of them this replay sent under ids of its own. */
  sent: z.number().default(0),
})
export type ReplayAll = z.infer<typeof ReplayAll>

export const jobNames = {
  replayAll: 'replay',
  rotatePartitions: 'keep_days',
  rollUpFigures: 'figures',
} as const

const weekInSeconds = 604_800

/** Whoever has a hook may make replays: beyond this many finished chores the oldest are forgotten sooner. */
const maxFinishedChores = 1000

/** A chore is tried until it is done, more slowly after each failure. */
export const jobOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'custom' },
  removeOnComplete: { age: weekInSeconds },
  removeOnFail: false,
}

/** One a minute: nothing of it is kept, and what fails is done by the next. */
export const rollUpOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

/** A replay can be asked about for a week. */
export const replayOptions = {
  ...jobOptions,
  removeOnComplete: { age: weekInSeconds, count: maxFinishedChores },
}
