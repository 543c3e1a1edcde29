import type { Settings } from '@posthorn/core'
import { closeDb, type Db } from '@posthorn/db'
import { openPosting, type PostingOptions } from '@posthorn/posting'
import type { OutcomeWaiters, OwnWork } from '@posthorn/queue'

/** Once more calls wait for their outcomes, the workers post everything for a while: this process has enough to do. */
const maxWaitingCalls = 16
/** Calls come in waves, because a batch ends the waits of many at once. */
const busyForMs = 1000
/** A post that takes longer goes to the workers. Two in a row end before the lock of the second batch expires (10 s). */
const postWithinMs = 4000
const queryTimeoutMs = 2000
/** One post at a time, and a spare connection for what it asks Postgres while it holds one. */
const poolSize = 2

export type OwnPosting = { work: OwnWork; close: () => Promise<void> }

type Options = Pick<PostingOptions, 'redis' | 'log' | 'prefix' | 'metrics' | 'figures' | 'tracing'> & {
  db: Db
  postsOwn?: { baseUrl: string | undefined } | undefined
}

/**
 * Opens what posts small batches in this process while few callers wait (docs/decisions.md, Post a lone delivery in the
 * ingress), if `postsOwn`. Its connections are apart, because those of calls may be those of the api.
 */
export function openOwnPosting(
  { db, postsOwn, ...options }: Options,
  { ingressId, waiters, settings }: { ingressId: string; waiters: OutcomeWaiters; settings: () => Settings },
): OwnPosting | undefined {
  if (!postsOwn) return undefined
  const ownDb = db.openSame({ planOnce: true, poolSize, queryTimeoutMs })
  const posting = openPosting({
    ...options,
    baseUrl: postsOwn.baseUrl,
    db: ownDb,
    settings,
    signal: AbortSignal.abort(), // one try: whatever fails waits at a worker
    lastTryMs: postWithinMs,
    own: { ingressId, onOutcomes: waiters.onOutcomes },
  })
  return {
    work: { post: posting.post, isWanted: fewWait(waiters) },
    close: () => closeDb(ownDb),
  }
}

/** Returns whether at most `maxWaitingCalls` wait, now and in the last `busyForMs`. */
function fewWait({ waiting }: OutcomeWaiters): () => boolean {
  let busyUntilMs = 0
  return () => {
    const nowMs = performance.now()
    if (waiting() > maxWaitingCalls) busyUntilMs = nowMs + busyForMs
    return nowMs >= busyUntilMs
  }
}
