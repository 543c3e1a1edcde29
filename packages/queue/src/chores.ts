import { z } from 'zod'

/** What is done beside the deliveries, one chore at a time however many workers there are. */
export const choresName = 'chores'

/**
 * The replay of a hook's rejected deliveries, from `fromMs` to `toMs`, and how far it has come. Saved in its job after
 * every page, so that whoever takes it over goes on.
 */
export const ReplayAll = z.object({
  hookId: z.string(),
  fromMs: z.number(),
  toMs: z.number(),
  /** The deliveries in question: after the id `after`, which rises, before the id `end`. */
  after: z.string(),
  end: z.string(),
  total: z.number(),
  done: z.number().default(0),
})
export type ReplayAll = z.infer<typeof ReplayAll>

export const choreNames = { replayAll: 'replay', keepDays: 'keep_days' } as const

const week = 604_800

/** A chore is tried until it is done, more slowly after each failure. A replay can be asked about for a week. */
export const choreOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'custom' },
  removeOnComplete: { age: week },
  removeOnFail: false,
}
