import type { Redis } from 'ioredis'

type Script = { lua: string; numberOfKeys: number }

const allowOom = '#!lua flags=allow-oom\n'

/**
 * Lets BullMQ's scripts on this connection run while Redis has reached its `maxmemory`. To take, hold and end
 * a batch, a worker writes a little before it frees much, and Redis would refuse that (redis.io, Eval
 * scripts, flags).
 * @param redis a worker's connection, which its queues are ready on. Scripts of our own stay as they are
 */
export function drainWhenFull(redis: Redis): void {
  // ioredis keeps the defined scripts in an undocumented field. Without it, workers wait until Redis has room.
  const { scriptsSet = {} } = redis as unknown as { scriptsSet?: Record<string, Script> }
  for (const [command, { lua, numberOfKeys }] of Object.entries(scriptsSet))
    if (command.includes(':') && !lua.startsWith('#!'))
      redis.defineCommand(command, { lua: allowOom + lua, numberOfKeys })
  const { reconnectOnError } = redis.options
  // a refused command that a worker can do without is not worth a new connection
  redis.options.reconnectOnError = error =>
    error.message.startsWith('OOM ') ? false : (reconnectOnError?.(error) ?? false)
}
