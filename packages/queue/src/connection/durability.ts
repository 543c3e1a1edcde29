import type { Redis } from 'ioredis'

/** What keeps the promise that `ok` means kept (docs/guarantees.md), by the name Redis has for it. */
const wanted: Record<string, string> = {
  appendonly: 'yes',
  appendfsync: 'always',
  'no-appendfsync-on-rewrite': 'no',
  'maxmemory-policy': 'noeviction',
}

/** In words, each setting of this Redis that makes `ok` mean less than kept; empty when it means what it says. */
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
