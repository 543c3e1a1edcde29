import type { Redis } from 'ioredis'
import { checkAssumption, scriptsOn, type Warn } from './assumptions.js'
import { tricksOf } from './tricks.js'

const allowOom = '#!lua flags=allow-oom\n'

/**
 * Lets BullMQ's scripts on this connection run while Redis has reached its `maxmemory`. To take, hold and end
 * a batch, a worker writes a little before it frees much, and Redis would refuse that (redis.io, Eval
 * scripts, flags).
 * @param redis a worker's connection, which its queues are ready on. The script that stores deliveries is not
 * changed
 */
export function drainWhenFull(redis: Redis, warn?: Warn): void {
  if (!tricksOf(redis).drainWhenFull) return
  const scripts = scriptsOn(redis).filter(({ lua }) => !lua.startsWith(allowOom))
  const holds = scriptsOn(redis).length > 0 && scripts.every(({ lua }) => !lua.startsWith('#!'))
  if (!checkAssumption('that BullMQ’s scripts set no flags (drain-when-full.ts)', holds, warn)) return
  for (const { command, lua, numberOfKeys } of scripts)
    redis.defineCommand(command, { lua: allowOom + lua, numberOfKeys })
  const { reconnectOnError } = redis.options
  // a refused command that a worker can do without is not worth a new connection
  redis.options.reconnectOnError = error =>
    error.message.startsWith('OOM ') ? false : (reconnectOnError?.(error) ?? false)
}
