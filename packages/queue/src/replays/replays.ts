import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { isMemoryFull } from '../backlog/memory.js'
import { jobNames, maintenanceName, ReplayAll, replayOptions } from '../chores.js'
import { type Away, away, unlessAway } from '../connection/unless-away.js'
import { type Delivery, ownerOf } from '../deliveries/delivery.js'
import { type Entered, type Entering, type Entry, type EntryOptions, openEntry } from '../entry/entry.js'
import { defaultPrefix } from '../names.js'
import { openReplayLimit, reserveReplayIds, takeReplayId } from './replay-ids.js'

/** `endedAtMs`: when everything was sent; undefined before. */
type Progress = ReplayAll & {
  status: 'waiting' | 'running' | 'done'
  begunAtMs: number
  endedAtMs: number | undefined
}

/** How processes other than workers send deliveries again. */
export type Replays = {
  /**
   * Sends the delivery again whose last attempt was `attempt`. Concurrent requests create one replay with one
   * id, unless `onPurpose` asks for another one. Each edited payload needs an `attempt` of its own.
   */
  replay: (
    delivery: Delivery & { replayOf: string },
    how: { attempt: string; onPurpose: boolean },
  ) => Promise<{ outcome: 'kept'; id: string } | NotEntered | Away>
  /**
   * Sends a delivery that was created here for the first time. It may be stored although the result is
   * `away`.
   */
  send: (delivery: Entering) => Promise<{ outcome: 'kept' } | NotEntered | Away>
  /** Returns the entry point itself, for callers that count a call before they store. */
  entry: () => Promise<Entry | Away>
  /**
   * Makes a worker replay, in order, what a filter matches. `away`: Redis does not answer, or has no room. Repeating the call with the same id changes
   * nothing.
   */
  replayAll: (id: string, replay: ReplayOrder) => Promise<{ outcome: 'kept' } | Away>
  progress: (id: string) => Promise<{ outcome: 'found'; progress: Progress } | { outcome: 'unknown' } | Away>
  /** Writes the accepted deliveries, then releases its resources. */
  close: () => Promise<void>
}

/** The bounds of the entry point rejected a delivery. */
export type NotEntered = Exclude<Entered, { outcome: 'kept' }>

/** A replay that has not begun. */
type ReplayOrder = Omit<ReplayAll, 'done' | 'sent'>

/**
 * Opens on first use, so that the rest of the process does not wait for Redis.
 * @param redis a connection that fails fast; the caller closes it
 */
export function openReplays(redis: Redis, options: EntryOptions): Replays {
  const { prefix = defaultPrefix } = options
  const limit = openReplayLimit(redis, prefix)
  const entry = openOnce(() => openEntry(redis, options))
  const maintenance = openOnce(() => openMaintenance(redis, prefix))

  return {
    replay: (delivery, { attempt, onPurpose }) =>
      unlessAway(redis, async () => {
        const opened = await entry.open()
        const refused = opened.refusal(delivery)
        if (refused) return refused // before anything of it is written
        const standing = await limit(ownerOf(delivery))
        if (standing?.admitted === false) return { outcome: 'limited', standing }
        const proposal = { attempt, proposed: delivery.id }
        if (onPurpose) await takeReplayId(redis, prefix, proposal)
        const [id = delivery.id] = onPurpose ? [] : await reserveReplayIds(redis, prefix, [proposal])
        const entered = await enter(opened, { ...delivery, id })
        return entered.outcome === 'kept' ? { outcome: 'kept', id } : entered
      }),
    send: delivery => unlessAway(redis, async () => enter(await entry.open(), delivery)),
    entry: () => unlessAway(redis, entry.open),
    replayAll: (id, replay) =>
      unlessAway(redis, async () => {
        if (await isMemoryFull(redis)) return away
        const begun = { ...replay, done: 0, sent: 0 }
        const queue = await maintenance.open()
        await queue.add(jobNames.replayAll, begun, { ...replayOptions, jobId: id })
        return { outcome: 'kept' }
      }),
    progress: id => unlessAway(redis, async () => progressOf(await maintenance.open(), id)),
    close: async () => {
      await entry.close()
      await maintenance.close()
    },
  }
}

async function enter(entry: Entry, delivery: Entering): Promise<{ outcome: 'kept' } | NotEntered | Away> {
  const entered = await entry.enqueue(delivery, { bytes: Buffer.byteLength(delivery.payload) })
  const maybeStored = entered.outcome === 'not_stored' && ['unknown', 'unconfirmed'].includes(entered.why)
  return maybeStored ? away : entered
}

/** Opens something on first use. A failure is tried again. */
function openOnce<Opened extends { close: () => Promise<void> }>(begin: () => Promise<Opened>) {
  let opening: Promise<Opened> | undefined
  return {
    open: () => {
      opening ??= begin().catch(error => {
        opening = undefined
        throw error
      })
      return opening
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}

async function openMaintenance(redis: Redis, prefix: string): Promise<Queue<ReplayAll>> {
  const maintenance = new Queue<ReplayAll>(maintenanceName, {
    connection: redis,
    prefix,
    skipVersionCheck: true,
  })
  maintenance.on('error', () => {}) // each call reports its own; without a listener the process would end
  await maintenance.waitUntilReady()
  return maintenance
}

async function progressOf(
  maintenance: Queue<ReplayAll>,
  id: string,
): Promise<{ outcome: 'found'; progress: Progress } | { outcome: 'unknown' }> {
  const job = await maintenance.getJob(id)
  if (job?.name !== jobNames.replayAll) return { outcome: 'unknown' }
  const times = { begunAtMs: job.timestamp, endedAtMs: job.finishedOn }
  const replay = ReplayAll.parse(job.data) // an older process may have begun it
  const status = statusOf(await job.getState(), replay.done)
  return { outcome: 'found', progress: { ...replay, ...times, status } }
}

/** A replay that waits in between, for room or for a retry, is running all the same. */
function statusOf(state: string, done: number): Progress['status'] {
  if (state === 'completed') return 'done'
  return state === 'active' || done > 0 ? 'running' : 'waiting'
}
