import { Job, type Queue } from 'bullmq'
import { batchName, batchOptions } from '../names.js'

/** While more batches than this are in progress, workers take the new ones, too. */
const maxActive = 4
/** How long a batch is locked for the process that stores it. Afterwards a worker takes it, and finds what is in place. */
const ownLockMs = 10_000

/**
 * Part of the store script. If nothing waits and little is in progress, it locks a batch for the process that stores it: it
 * does what `moveToActive` would do, and no worker is woken.
 * KEYS: wait and active are 1 and 6. `taken` gets the ids of such batches. An empty token stands for no such process.
 */
export const takeOwn = `
local function takeOwn(key, id, token)
  if token == '' or redis.call('EXISTS', KEYS[1]) > 0 or redis.call('LLEN', KEYS[6]) > ${maxActive} then return false end
  redis.call('SET', key .. ':lock', token, 'PX', ${ownLockMs})
  redis.call('LPUSH', KEYS[6], id)
  redis.call('HSET', key, 'processedOn', now, 'ats', 1)
  taken[#taken + 1] = id
  return true
end
`

/** Completes a batch that the store script locked with this token, or lets the workers take it. */
export async function finishOwn(
  queue: Queue,
  { id, token }: { id: string; token: string },
  end: 'recorded' | 'handed_back',
): Promise<void> {
  const job = new Job(queue, batchName, undefined, batchOptions, id)
  if (end === 'recorded') await job.moveToCompleted(undefined, token, false)
  else await job.moveToWait(token)
}
