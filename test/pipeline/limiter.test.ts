import { type Admission, connectFailingFast, openLimiter, redisReady } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'

/** Limiters of as many processes, over connections of their own. */
async function limitersOf(processes: number, points: number) {
  const prefix = `test-${newId()}`
  return Promise.all(
    Array.from({ length: processes }, async () => {
      const redis = connectFailingFast(inject('redis'))
      onTestFinished(() => redis.disconnect())
      await redisReady(redis, 60_000)
      return openLimiter(redis, 'hook', { points, seconds: 3600 }, prefix)
    }),
  )
}

test.each([200, 1500])(
  'ten processes that admit calls at once admit what a window of %i holds and no more',
  async points => {
    const limiters = await limitersOf(10, points)
    const standings: (Admission | undefined)[] = []
    for (let round = 0; round < points / 5; round++)
      standings.push(...(await Promise.all(limiters.map(limiter => limiter('key')))))
    expect(standings.filter(standing => standing?.admitted)).toHaveLength(points)
  },
)
