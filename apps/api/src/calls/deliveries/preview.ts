import { calls, maxDeliveredPosts, type Preview } from '@posthorn/contract'
import { appearanceOf, ignoredIn } from '@posthorn/core'
import { findChannels, type PostChannel, type User } from '@posthorn/db'
import type { hookRefusals } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { mayRead } from '../../http/guards/rights.js'
import { serve } from '../../http/serve-calls.js'
import { wordsFor } from './delivery-object.js'
import { deliveryChannel } from './posts-of-delivery.js'
import { destinationOf } from './preview-destination.js'
import { previewPosts } from './preview-posts.js'
import { readForHook } from './read-payload.js'

/** Reads, resolves and composes as ingress and worker do, as if the caller sent it, and leaves it at that. */
export const previewPayload = serve(calls.previewPayload, async ({ deps, caller, hookId, body }) => {
  const read = readForHook(deps, body.payload)
  if (read.outcome !== 'read') return notPosted('refused', read.outcome, read.detail)
  const at = await destinationOf(deps, { hookId, restrictedTo: caller.user.id }, read.payload)
  if (at.outcome === 'refused') return notPosted('rejected', at.reason, at.detail)
  const look = appearanceOf(deps.settings(), at.hook)
  const posts = await previewPosts(deps, read.payload, look)
  if ('reason' in posts) return notPosted('rejected', posts.reason, posts.detail)
  return {
    outcome: 'posted' as const,
    reason: '',
    message: '',
    status: 200,
    channel: await shownChannel(deps, caller.user, at.channel),
    ignored: ignoredIn(read.payload, look),
    post_count: posts.length,
    posts: posts.slice(0, maxDeliveredPosts),
  }
})

function notPosted(
  outcome: 'refused' | 'rejected',
  reason: keyof typeof hookRefusals,
  detail: string,
): Preview {
  const why = wordsFor({ outcome: 'rejected', reason, detail })
  return { outcome, ...why, channel: null, ignored: [], post_count: 0, posts: [] }
}

async function shownChannel({ db }: ApiDeps, user: User, { id, type, name }: PostChannel) {
  const stored = id === '' ? undefined : (await findChannels(db, [id])).get(id)
  if (!stored) return deliveryChannel({ id, type, name, displayName: '', deleteAt: 0 }, true)
  return deliveryChannel(stored, type === 'O' || (await mayRead(db, user, id)))
}
