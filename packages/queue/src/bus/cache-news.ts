import type { Redis } from 'ioredis'
import { z } from 'zod'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { publishAtOnce, type Topic } from './bus.js'

/** Says that hooks or settings changed, so that ingresses drop what they cached. */
export const cacheNews: Topic<'changed'> = { name: 'cache', shape: z.literal('changed') }

/** Without Redis, ingresses find the change themselves within a second. */
const publishWithinMs = 500

/** Announces a change. Resolves when Redis has passed it on, so that the caller's next call meets the change. Never rejects. */
export async function announceChange(redis: Redis, prefix = defaultPrefix): Promise<void> {
  await withTimeout(publishAtOnce(redis, cacheNews, 'changed', prefix), publishWithinMs, undefined)
}
