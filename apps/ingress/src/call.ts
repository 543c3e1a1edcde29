import type { DeadKey } from '@posthorn/db'
import type {
  Admission,
  Entry,
  FigureCounter,
  Lane,
  LimitedCallerCounter,
  Limiter,
  LookupIdempotencyKey,
  OutcomeWaiters,
  RefusedCallCounter,
} from '@posthorn/queue'
import type { HookRefusal } from '@posthorn/server'
import type { IngressCounts } from './counts.js'
import type { HookCache } from './hook-cache.js'
import type { Uninflatable } from './inflate.js'
import type { LargeBodies } from './large-bodies/large-bodies.js'
import type { NoBody } from './read-body.js'

/** All that accepting can do to the world. */
export type AcceptDeps = {
  hooksEnabled: () => boolean
  hooks: HookCache
  /** Why a key opens nothing, where that is known. */
  findDeadKey: (key: string) => Promise<DeadKey | undefined>
  /** Where deliveries are stored, and counted. */
  entry: Pick<Entry, 'enqueue' | 'hookRate' | 'refusal'>
  /** Unknown keys tried from an address. */
  addressLimit: Limiter
  /** Large bodies are read in turn. */
  largeBodies: LargeBodies
  /** How many posts a delivery may become. */
  maxPosts: () => number
  /** Which delivery an idempotency key stands for. */
  lookupIdempotencyKey: LookupIdempotencyKey
  waiters: OutcomeWaiters
  /** Where workers send outcomes that calls of this process wait for. */
  ingressId: string
  /** The age of the oldest delivery of a lane that is still on its way, as far as it is known here. */
  oldestWaitingMs: (lane: Lane) => number
  newDeliveryId: () => string
  /** Told of each refusal, for /metrics. */
  refused?: IngressCounts['refused'] | undefined
  /** Told of each call, for the figures of its minute. */
  figures?: Pick<FigureCounter, 'accepted' | 'refused'> | undefined
  /** Told of each call that became no delivery, for who sees to the hook. */
  countRefused: RefusedCallCounter['count']
  /** Told of each call that was answered 429, for who sees to the system. */
  countLimited: LimitedCallerCounter['count']
}

/** What a call is answered; the type tells the status. */
export type Acceptance = { standing?: Admission | undefined; delivery?: string; replayed?: true } & (
  | DeliveryAnswer // 200, 202, 429, or by the table of refusals
  | { outcome: HookRefusal; detail?: string } // by the table of refusals
)

export type HookCall = {
  key: string
  address: string
  contentType: string | undefined
  query: string
  idempotencyKey: string | undefined
  /** The sender asked to wait for the outcome. */
  wait: boolean
  /** The body may cost more than one: the call is counted before it is read. */
  maybeLarge: boolean
  requestId: string
  /** Whose key it is, once that is known. */
  hookId?: string
  /** `owner`: who takes a part of what unfinished bodies may hold. */
  readBody: (owner: string) => Promise<Uint8Array | Unread>
}

export type Unread = NoBody | Uninflatable

/** A post as a waiting sender is told of it. */
export type PostRef = { id: string; channel_id: string; create_at: number }

/** What is answered once nothing is wrong with the call itself; the type tells the status. */
export type DeliveryAnswer = { replayed?: true; standing?: Admission | undefined } & (
  | { outcome: 'accepted'; delivery: string } // 200 ok
  | { outcome: 'posted'; delivery: string; posts: PostRef[] } // 200, to those who asked to wait
  | { outcome: 'queued'; delivery: string } // 202, to those who asked to wait
  | { outcome: 'limited' } // 429
  | { outcome: HookRefusal; detail?: string; delivery?: string } // by the table of refusals
)
