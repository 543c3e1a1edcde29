import type { Redis } from 'ioredis'

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

/** Describes each setting of this Redis that weakens that promise; empty if none does. */
export async function durabilityGaps(redis: Redis): Promise<string[]> {
  const asked = Object.entries(wanted).map(async ([name, value]) => {
    const answer = await redis.config('GET', name).catch(() => undefined)
    const is = Array.isArray(answer) ? answer[1] : undefined
    if (is === value) return []
    return [
      is === undefined
        ? `${name} is unknown: CONFIG GET is refused`
        : `${name} is ${is} and should be ${value}`,
    ]
  })
  return (await Promise.all(asked)).flat()
}
