import type { Redis } from 'ioredis'
import { durabilityGaps } from './durability.js'

/** Both waits take less than a write may take in all. */
const waitWithinMs = 1000

const noSuchCommand = /unknown command/i

/** A write that too few replicas confirmed. The primary has it. */
export class Unconfirmed extends Error {}

/**
 * Returns a function that runs a write, and resolves once this many replicas have it: on their disks if Redis has `WAITAOF` (7.2),
 * else in their memory. `WAITAOF` alone would take up to a second: a replica that is asked along with the write answers before it
 * has flushed, and then once a second. After `WAIT`, it has flushed.
 * @throws Unconfirmed if they do not confirm it within a second each, and any other error if that is unknown
 */
export function openReplicaWait(redis: Redis, replicas: number) {
  let hasWaitAof = true

  const confirmed = async (): Promise<number> => {
    const inMemory = await redis.wait(replicas, waitWithinMs)
    if (!hasWaitAof || inMemory < replicas) return inMemory
    try {
      const [, onDisk] = (await redis.call('WAITAOF', 0, replicas, waitWithinMs)) as [number, number]
      return onDisk
    } catch (error) {
      if (!noSuchCommand.test((error as Error).message)) throw error
      hasWaitAof = false
      return inMemory
    }
  }

  return async <Result>(write: () => Promise<Result>): Promise<Result> => {
    const line = redis.stream
    const result = await write()
    // another connection may lead to a new primary, which knows nothing about this write
    if (redis.stream !== line) throw new Error('The connection broke before replicas confirmed the write')
    if ((await confirmed()) < replicas) throw new Unconfirmed(`Fewer than ${replicas} replicas confirmed`)
    return result
  }
}

/** Returns how many replicas are connected. @throws if Redis does not answer, or an ACL denies `INFO` */
async function countReplicas(redis: Redis): Promise<number> {
  return Number(/^connected_slaves:(\d+)/m.exec(await redis.info('replication'))?.[1] ?? 0)
}

/** For `/readyz`: describes what `ok` does not mean, or why every call gets 503. `replicas`: REDIS_REPLICAS. */
export async function replicaTrouble(redis: Redis, replicas: number): Promise<string | undefined> {
  const connected = await countReplicas(redis).catch(() => undefined)
  if (replicas > 0) {
    if (connected === undefined) return 'the number of replicas is unknown: INFO is refused'
    return connected >= replicas
      ? undefined
      : `REDIS_REPLICAS is ${replicas}, but ${connected} are connected: senders get 503`
  }
  const mayFailOver = Boolean(redis.options.sentinels) || (connected ?? 0) > 0
  return mayFailOver
    ? 'REDIS_REPLICAS is 0: ok means stored by the primary, and a failover can lose the last deliveries'
    : undefined
}

/** What `ok` does not mean with this Redis: settings that weaken it, and missing replicas. */
export type Losses = { weaker: string[]; replicas: string | undefined }

/**
 * Tells what Redis's settings and `replicas` (REDIS_REPLICAS) do not promise: now, and after each reconnection, which may lead to
 * another server. Every process that accepts deliveries logs it.
 */
export async function watchLosses(
  redis: Redis,
  replicas: number,
  tell: (losses: Losses) => void,
): Promise<void> {
  const look = async () => {
    const losses = { weaker: await durabilityGaps(redis), replicas: await replicaTrouble(redis, replicas) }
    if (losses.weaker.length > 0 || losses.replicas !== undefined) tell(losses)
  }
  redis.on('ready', () => void look())
  if (redis.status === 'ready') await look()
}
