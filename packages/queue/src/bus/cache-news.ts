import type { Redis } from 'ioredis'
import { z } from 'zod'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { publishAtOnce, type Topic } from './bus.js'

const Changed = z.union([z.literal('settings'), z.object({ hook: z.string() })])
export type Changed = z.infer<typeof Changed>

/** Says what changed, so that ingresses drop it and not what they cached of other hooks. */
export const cacheNews: Topic<Changed> = { name: 'cache', shape: Changed }

/** Without Redis, ingresses find the change themselves within a second. */
const publishWithinMs = 500

/** Announces a change. Resolves when Redis has passed it on, so that the caller's next call meets the change. Never rejects. */
export async function announceChange(redis: Redis, changed: Changed, prefix = defaultPrefix): Promise<void> {
  await withTimeout(publishAtOnce(redis, cacheNews, changed, prefix), publishWithinMs, undefined)
}
