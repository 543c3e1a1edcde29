import { type Redis, ReplyError } from 'ioredis'
import { isRefusal } from './connection.js'

/** The settings behind the promise that `ok` means stored (docs/guarantees.md), by Redis's names. */
const wanted: Record<string, string> = {
  appendonly: 'yes',
  appendfsync: 'always',
  'no-appendfsync-on-rewrite': 'no',
  'maxmemory-policy': 'noeviction',
}

/** For `/readyz`: describes the settings that weaken that promise. Undefined while Redis is away, which another check reports. */
export async function durabilityTrouble(redis: Redis): Promise<string | undefined> {
  const gaps = redis.status === 'ready' ? await durabilityGaps(redis) : []
  return gaps.length > 0 ? `ok means less than stored: ${gaps.join(', ')}` : undefined
}

/** A broken connection and a Redis that is loading say nothing about its settings. The next connection asks again. */
const mayPass = (error: unknown) => isRefusal(error) || !(error instanceof ReplyError)

/** Describes each setting of this Redis that weakens that promise; empty if none does. */
export async function durabilityGaps(redis: Redis): Promise<string[]> {
  const asked = Object.entries(wanted).map(([name, value]) => gapOf(redis, name, value))
  return (await Promise.all(asked)).flatMap(gap => gap ?? [])
}

async function gapOf(redis: Redis, name: string, value: string): Promise<string | undefined> {
  const unknown = `${name} is unknown: CONFIG GET is refused`
  try {
    const answer = await redis.config('GET', name)
    const is = Array.isArray(answer) ? answer[1] : undefined
    if (is === undefined) return unknown
    return is === value ? undefined : `${name} is ${is} and should be ${value}`
  } catch (error) {
    return mayPass(error) ? undefined : unknown
  }
}
