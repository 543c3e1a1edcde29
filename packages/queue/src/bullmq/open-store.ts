import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { floodName, queueName } from '../names.js'
import type { Warn } from './assumptions.js'
import { openDocumentedStore } from './documented-store.js'
import type { BatchOwner, BatchStore } from './jobs.js'
import { canStoreByScript, openScriptStore } from './script-store.js'
import { tricksOf } from './tricks.js'

/**
 * Opens the way into BullMQ's queues: one script if BullMQ stores jobs as the script does, its documented
 * interface if not.
 * @param redis a connection that fails fast; not closed here
 * @param owner gets small batches right away, if batches are stored by the script
 */
export function openStore(
  redis: Redis,
  prefix: string,
  { warn, owner }: { warn?: Warn | undefined; owner?: BatchOwner | undefined } = {},
): BatchStore & { close: () => Promise<void> } {
  const connection = { connection: redis, prefix, skipVersionCheck: true, skipMetasUpdate: true }
  let opening: Promise<BatchStore> | undefined
  let queues: Queue[] = []

  const openQueue = (name: string) => {
    const queue = new Queue(name, connection)
    queue.on('error', () => {}) // each write reports its own; without a listener the process would end
    queues.push(queue)
    return queue
  }
  const close = async () => {
    const open = queues
    queues = []
    await Promise.all(open.map(queue => queue.close()))
  }
  const open = async (): Promise<BatchStore> => {
    const [shared, flood] = [openQueue(queueName), openQueue(floodName)]
    await Promise.all([shared.waitUntilReady(), flood.waitUntilReady()])
    if (!tricksOf(redis).storeScript || !canStoreByScript(redis, warn))
      return openDocumentedStore(redis, { shared, flood })
    if (owner && tricksOf(redis).ownBatches) return openScriptStore(redis, prefix, { owner, queue: shared })
    await close()
    return openScriptStore(redis, prefix)
  }
  const opened = () => {
    opening ??= open().catch(async error => {
      opening = undefined
      await close()
      throw error
    })
    return opening
  }
  opened().catch(() => {}) // the first write tries again
  return {
    store: async (jobs, counts) => (await opened()).store(jobs, counts),
    lowestPriority: async () => (await opened()).lowestPriority(),
    close,
  }
}
