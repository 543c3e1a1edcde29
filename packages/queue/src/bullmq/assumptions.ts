import { QueueKeys } from 'bullmq'
import type { Redis } from 'ioredis'

/** Logs a warning, as a logger's `warn` does. */
export type Warn = (facts: { assumption: string }, message: string) => void

const message = 'BullMQ has changed, so its documented interface is used: check the assumption'

/** Warns of an assumption about BullMQ that does not hold. Returns whether it holds. */
export function checkAssumption(assumption: string, holds: boolean, warn: Warn | undefined): boolean {
  if (!holds) warn?.({ assumption }, message)
  return holds
}

type Script = { name: string; lua: string; numberOfKeys: number }

/**
 * The scripts that BullMQ has defined on a connection, without versions in their names; empty if ioredis has
 * changed.
 */
export function scriptsOn(redis: Redis): (Script & { command: string })[] {
  const { scriptsSet } = redis as unknown as { scriptsSet?: Record<string, Script> }
  return Object.entries(scriptsSet ?? {})
    .filter(([command, script]) => command.includes(':') && typeof script?.lua === 'string')
    .map(([command, { lua, numberOfKeys }]) => ({
      command,
      name: command.split(':')[0] ?? '',
      lua,
      numberOfKeys,
    }))
}

/** The keys of a queue that are used directly. */
const usedKeys = ['wait', 'prioritized', 'active', 'delayed', 'marker', 'pc'] as const

/** Whether BullMQ's keys have the names that are used here. */
export function hasKnownKeys(): boolean {
  const keys = new QueueKeys('prefix').getKeys('queue')
  return usedKeys.every(name => keys[name] === `prefix:queue:${name}`)
}
