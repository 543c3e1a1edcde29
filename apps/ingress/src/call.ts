import type { IncomingHttpHeaders } from 'node:http'
import type { DeliveryState, Outcome } from '@posthorn/core'
import type { DeadKey, HookPosts, PostFile } from '@posthorn/db'
import type { Admission, Delivery, Entry, Lane, LookupIdempotencyKey, OutcomeWaiters } from '@posthorn/queue'
import type { HookCallCounts, HookRefusal, SecretBox, Strangers, Tracing, Unread } from '@posthorn/server'
import type { FormBody, Forms } from './forms/store-form.js'
import type { HookCache } from './hook-cache.js'
import type { LargeBodies } from './large-bodies/large-bodies.js'

/** Everything that accepting a call can do to the outside world. */
export type AcceptDeps = {
  hooksEnabled: () => boolean
  hooks: HookCache
  /** Returns why a key is invalid, if that is known. */
  findDeadKey: (key: string) => Promise<DeadKey | undefined>
  /** Decrypts the secrets of hooks. */
  secretBox: SecretBox
  /** Stores and counts deliveries. */
  entry: Pick<Entry, 'enqueue' | 'hookRate' | 'refusal'>
  /** Limits how many unknown keys an address may try. */
  unknownKeys: Pick<Strangers, 'count'>
  /** Limits all calls of unknown callers by address. */
  strangers: Strangers
  /** Reads large bodies in turn. */
  largeBodies: LargeBodies
  /** Posts that one delivery may become. */
  maxPosts: () => number
  /** Looks up the delivery that an idempotency key stands for. */
  lookupIdempotencyKey: LookupIdempotencyKey
  waiters: OutcomeWaiters
  /** Workers send outcomes to this id if calls of this process wait for them. */
  ingressId: string
  /** Returns the age of the oldest pending delivery of a lane, as of the last measurement. */
  oldestWaitingMs: (lane: Lane) => number
  newDeliveryId: () => string
  /** Returns a hook's live posts with this id, or of the delivery with this id. */
  findPosts: (hookId: string, target: string) => Promise<HookPosts>
  /** Stores the files of forms; absent if that is not configured. */
  forms?: Forms | undefined
  /** Returns whether a delivery of this id may be waiting to be posted. */
  mayWait: (deliveryId: string) => Promise<boolean>
  /** Sends a span of each call, if OpenTelemetry is configured. */
  tracing?: Tracing | undefined
  /** Counts and logs each call. */
  counts: HookCallCounts
}

/** The result of a call. Its type determines the status. */
export type Acceptance = {
  standing?: Admission | undefined
  delivery?: string
  replayed?: true
  sent?: SentJson | undefined
} & (
  | DeliveryAnswer // 200, 202, 429, or see the table of refusals
  | { outcome: HookRefusal; detail?: string; sample?: string } // see the table of refusals
)

/** A sender's own JSON and the adapter that read it, for its response. `keptFiles`: those of the post that it changed. */
type SentJson = {
  adapter: string
  json: string
  hookId: string
  channelId: string
  keptFiles?: PostFile[]
}

export type HookCall = {
  key: string
  /** The hook's id in the path, which must be that of the key's hook. */
  hookInPath?: string | undefined
  address: string
  /** All headers. The hook's signature is read from them. */
  headers: IncomingHttpHeaders
  contentType: string | undefined
  query: string
  idempotencyKey: string | undefined
  /** Whether the sender asked to wait for the outcome. */
  wait: boolean
  /** Whether the body may cost more than one call, in which case the call is counted before the body is read. */
  maybeLarge: boolean
  requestId: string
  /** The caller's own X-Request-Id and `traceparent`, one per line, if there is either. */
  caller?: string | undefined
  /** The adapter that the URL names. */
  adapter?: string | undefined
  /** The version of the hook's template, if it reads this call. */
  template?: number | undefined
  /** The headers that adapters read, if there are any. */
  senderHeaders?: Record<string, string> | undefined
  /** Set if the call edits or deletes posts by their ids. */
  change?: Delivery['change']
  /** The key's hook, once it is known. */
  hookId?: string | undefined
  /** Who answers for the hook. */
  ownerId?: string | undefined
  /** The longest body that `readBody` reads. */
  limitBytes: number
  /** Reads the body and counts it against `owner`'s share of the memory for unfinished bodies. */
  readBody: (owner: string) => Promise<Uint8Array | Unread>
  /** The form that may be longer than `readBody` reads, to pass on while it arrives. */
  longBody?: Pick<FormBody, 'open' | 'bytes'> | undefined
}

/** A post in the response to a waiting sender. */
export type PostRef = { id: string; channel_id: string; create_at: number }

/** The result once the call itself is valid. Its type determines the status. */
export type DeliveryAnswer = {
  replayed?: true
  standing?: Admission | undefined
  state?: DeliveryState
} & (
  | { outcome: 'accepted'; delivery: string } // 200 ok
  | { outcome: 'connected'; delivery: string } // 200, to a sender that tests the connection
  | { outcome: 'posted'; delivery: string; as: Exclude<Outcome, 'rejected'> | 'deleted'; posts: PostRef[] } // 200, if the sender waits
  | { outcome: 'queued'; delivery: string } // 202, if the sender waits
  | { outcome: 'limited'; byAddress?: true } // 429
  | { outcome: HookRefusal; detail?: string; delivery?: string } // see the table of refusals
)
