import { outcomes } from '@posthorn/core'
import { z } from 'zod'

/** The queue of chores. Only one runs at a time, however many workers there are. */
export const maintenanceName = 'chores'

/**
 * Replays the deliveries of a hook, from `fromMs` to `toMs`, that match a filter. The job saves its progress
 * after every page, so that another worker can continue.
 */
export const ReplayAll = z.object({
  hookId: z.string(),
  /** Absent in jobs of older processes. */
  ownerId: z.string().optional(),
  fromMs: z.number(),
  toMs: z.number(),
  /** The deliveries: after the id `after`, which moves on, and before the id `end`. */
  after: z.string(),
  end: z.string(),
  /** Which deliveries; only rejected ones in jobs of older processes. */
  outcome: z.enum([...outcomes, 'any']).default('rejected'),
  /** A text in their payloads; empty for all. */
  text: z.string().default(''),
  /** The user who started it; absent in jobs of older processes. */
  sentBy: z.string().optional(),
  total: z.number(),
  done: z.number().default(0),
  /** How many of them this replay sent under ids of its own. */
  sent: z.number().default(0),
})
export type ReplayAll = z.infer<typeof ReplayAll>

/** What an erasure erases. Never a name, because the erased person must not stay here. */
const eraseWhat = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    userId: z.string(),
    deletesOwned: z.boolean(),
    keepsWebhookPosts: z.boolean(),
  }),
  z.object({
    kind: z.literal('hook'),
    hookId: z.string(),
    /** Only what has an earlier ID. */
    end: z.string(),
    withPosts: z.boolean(),
    /** Whether to erase the hook's refused calls, too. */
    withRefused: z.boolean(),
  }),
])
export type EraseWhat = z.infer<typeof eraseWhat>

/** An erasure with its progress, which the job saves after every part, so that another worker can continue. */
export const Erasure = z.object({
  what: eraseWhat,
  /** The present step, and the ID after which it continues. */
  step: z.string().default(''),
  after: z.string().default(''),
  /** How many rows were erased. */
  erased: z.number().default(0),
  /** Why it ended early; empty otherwise. */
  stopped: z.string().default(''),
  isDone: z.boolean().default(false),
})
export type Erasure = z.infer<typeof Erasure>

export const jobNames = {
  replayAll: 'replay',
  erase: 'erase',
  rotatePartitions: 'keep_days',
  rollUpFigures: 'figures',
  indexWords: 'index_words',
  deletePosts: 'delete_posts',
} as const

const weekInSeconds = 604_800

/**
 * Anybody with a hook can start replays, so beyond this many finished chores the oldest are forgotten early.
 */
const maxFinishedChores = 1000

/** Chores are retried until they are done, and back off after each failure. */
export const jobOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'custom' },
  removeOnComplete: { age: weekInSeconds },
  removeOnFail: false,
}

/** Of chores that run often. Nothing of them stays in the queue, and the next one makes up for a failed one. */
export const frequentOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

/** A replay's progress can be queried for a week. */
export const replayOptions = {
  ...jobOptions,
  removeOnComplete: { age: weekInSeconds, count: maxFinishedChores },
}
