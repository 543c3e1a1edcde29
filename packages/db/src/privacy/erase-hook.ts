import type { Db } from '../connection/open.js'
import { erasePostsByHook, forgetKeys } from './erase-posts.js'
import { type ErasedPart, type ErasedPost, eraseRequests, nothing } from './erase-requests.js'
import { windowAfter } from './export-data.js'

/** What to erase of a hook: requests, and posts, whose IDs are before `end`. */
export type HookErasure = { hookId: string; end: string; withPosts: boolean }

export const hookErasureSteps = ['deliveries', 'posts', 'keys']

/** Erases the next part of a step of a hook's history. Running a part again changes nothing. */
export async function eraseHookPart(
  db: Db,
  { hookId, end, withPosts }: HookErasure,
  { step, after }: { step: string; after: string },
): Promise<ErasedPart> {
  if (step === 'deliveries') return eraseRequests(db, { hookId, end }, after)
  if (!withPosts) return nothing
  if (step === 'keys') return forgetKeys(db, hookId)
  const last = await windowAfter(db, 'posts', after)
  if (last === undefined || after >= end) return nothing
  const window = { after, end: last < end ? last : end }
  return { ...(await erasePostsByHook(db, hookId, window)), after: last }
}

/** Erases the posts of one delivery. */
export async function erasePostsOfDelivery(
  db: Db,
  hookId: string,
  deliveryId: string,
): Promise<ErasedPost[]> {
  const window = { after: deliveryId, end: `${deliveryId.slice(0, -2)}zz` }
  const { posts = [] } = await erasePostsByHook(db, hookId, window)
  await forgetKeys(db, hookId)
  return posts
}
