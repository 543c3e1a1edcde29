import { calls } from '@posthorn/contract'
import { findPost, findThreads, deletePost as markDeleted } from '@posthorn/db'
import { isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { postDeleted } from '../../live/events.js'
import { refused } from '../../refusals/refused.js'

/** Deletes the caller's own post, or any post of a team's channel for its administrators. */
export const deletePost = serve(calls.deletePost, async ({ deps, caller: { user }, channel, params }) => {
  const post = await findPost(deps.db, params.post)
  if (!post || post.channelId !== channel.id || post.deleteAt > 0) return refused('no_such_post')
  if (post.userId !== user.id && !(await isTeamAdmin(deps.db, user, channel.teamId)))
    return refused('no_permission_api')
  const deleted = await markDeleted(deps.db, post.id)
  if (!deleted) return refused('no_such_post')
  const threads = await findThreads(deps.db, [deleted.rootId])
  deps.live.publish(postDeleted(deleted, threads.get(deleted.rootId)))
  return { id: post.id }
})
