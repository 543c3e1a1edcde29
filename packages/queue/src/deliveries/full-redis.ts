import type { Redis } from 'ioredis'

type Scripts = { scriptsSet: Record<string, { lua: string; numberOfKeys: number }> }

const allowOom = '#!lua flags=allow-oom\n'

/**
 * Lets BullMQ's scripts on this connection run while Redis has reached its `maxmemory`: what a worker needs to take, hold
 * and end a batch writes a little before it frees much, and would be refused (redis.io, Eval scripts, flags).
 * @param redis a worker's connection, which queues of BullMQ's are ready on. Nothing that stores new deliveries may use it
 */
export function allowWhenFull(redis: Redis): void {
  for (const [name, { lua, numberOfKeys }] of Object.entries((redis as unknown as Scripts).scriptsSet))
    if (name !== 'storeBatches' && !lua.startsWith('#!'))
      redis.defineCommand(name, { lua: allowOom + lua, numberOfKeys })
}
