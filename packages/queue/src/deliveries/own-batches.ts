import { randomUUID } from 'node:crypto'
import type { BatchOwner, Job } from '../bullmq/jobs.js'
import { readBatchId } from './batch-id.js'
import { unpack } from './pack.js'
import type { Work } from './run-batch.js'
import { postTogether, weightOf } from './together.js'

/** More would hold up the calls of this process: hostile texts of 16 Ki characters take up to 40 ms. */
const maxHeld = { deliveries: 16, kib: 16 }
/** How long workers take all batches after one that was handed back, because Postgres may be away. */
const restMs = 1000

/** How a process posts batches that it stores. */
export type OwnWork = Pick<Work, 'post'> & {
  /** Whether it has the time now. */
  isWanted: () => boolean
}

/** The batches that a process posts itself. */
export type OwnBatches = BatchOwner & {
  /** Resolves when none is in progress. */
  idle: () => Promise<unknown>
}

/**
 * Opens what posts small batches in the process that stored them (docs/decisions.md, Post a lone delivery in the ingress).
 * Those that arrive during a post are posted together after it. Whatever cannot be posted at the first try goes to the
 * workers, which take care of everything else.
 */
export function openOwnBatches({ isWanted, post }: OwnWork): OwnBatches {
  const held = { deliveries: 0, kib: 0 }
  const open = new Set<Promise<void>>()
  let restsUntilMs = Number.NEGATIVE_INFINITY
  const together = postTogether(async deliveries => {
    const end = await post(deliveries, 1, 'shared')
    return end === 'recorded' ? end : 'handed_back'
  }, 1)

  const postOwn = async (data: object, weight: number) => together(unpack(data).deliveries, weight)

  const wants = ({ id, awaited }: Job) => {
    if (!awaited || !isWanted() || performance.now() < restsUntilMs) return false
    const { deliveries, kib } = readBatchId(id)
    return held.deliveries + deliveries <= maxHeld.deliveries && held.kib + kib <= maxHeld.kib
  }

  const run = async ({ id, data }: Job, finish: Parameters<BatchOwner['begin']>[1]) => {
    const batch = readBatchId(id)
    held.deliveries += batch.deliveries
    held.kib += batch.kib
    const end = await postOwn(data, weightOf(batch, 'shared')).catch(() => 'handed_back' as const)
    held.deliveries -= batch.deliveries
    held.kib -= batch.kib
    if (end === 'handed_back') restsUntilMs = performance.now() + restMs
    await finish(end).catch(() => {}) // without Redis, a worker takes it once its lock has expired, and finds all in place
  }

  return {
    token: `${randomUUID()}:own`,
    wants,
    begin: (job, finish) => {
      const running = run(job, finish).finally(() => open.delete(running))
      open.add(running)
    },
    idle: () => Promise.all(open),
  }
}
