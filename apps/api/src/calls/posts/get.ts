import { calls } from '@posthorn/contract'
import { findPost } from '@posthorn/db'
import { requireMember } from '../../http/guards/requirements.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { postWithThread } from './thread.js'

export const getPost = serve(calls.getPost, async ({ deps, channel, params, query, reply }) => {
  const post = await findPost(deps.db, params.post)
  if (!post || post.deleteAt > 0 || post.channelId !== channel.id) return refused('no_such_post')
  return postWithThread(deps, reply, post, query)
})

export const getPostById = serve(calls.getPostById, context => anyPost(context))

export const getPermalink = serve(calls.getPermalink, context => anyPost(context))

/** To callers who may not read a post, it does not exist. */
async function anyPost({ deps, caller, teamId, params, query, reply }: Context<typeof calls.getPostById>) {
  const post = await findPost(deps.db, params.post)
  if (!post || post.deleteAt > 0) return refused('no_such_post')
  const readable = await requireMember(deps, caller, { team: teamId, channel: post.channelId })
  return readable instanceof Refused ? refused('no_such_post') : postWithThread(deps, reply, post, query)
}
