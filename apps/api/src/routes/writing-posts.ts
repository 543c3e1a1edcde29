import { deletePost, findPost } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { openChannel } from '../access.js'
import { objectOf } from '../bodies.js'
import { postBodyBytes } from '../body-limits.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { postDeleted, postEdited } from '../live/events.js'
import { PostObject, postObject } from '../objects/post.js'
import { Id } from '../parameters.js'
import { isTeamAdmin } from '../rights.js'
import { amend, say } from '../say.js'

const text = z
  .string()
  .nullish()
  .transform(written => written ?? '')
const id = z
  .union([Id, z.literal('')])
  .nullish()
  .transform(given => given ?? '')
const props = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform(given => given ?? {})
const time = z
  .int()
  .min(0)
  .nullish()
  .transform(given => given ?? 0)

const Saying = objectOf({ channel_id: id, message: text, type: text, props, root_id: id, create_at: time })
const Update = objectOf({ id: Id, message: text })
/** Clients send whole posts also where only the message counts. */
const bodyLimit = postBodyBytes

const ofChannel = z.object({ team: Id, channel: Id })
const notAPost = 'Invalid post parameter: it has to be an object with a message and well formed ids.'

/** Writing, changing and deleting posts, for people (spec 5.3). */
export function writingPostRoutes(app: ApiServer, deps: ApiDeps): void {
  const { db, live } = deps
  const create = { params: ofChannel, body: Saying, response: { 200: PostObject } }
  /** Post to the channel that the body names, else to the path's. */
  app.post(
    '/teams/:team/channels/:channel/posts/create',
    { schema: create, bodyLimit },
    async (request, reply) => {
      const { team, channel: inPath } = request.params
      const caller = callerOf(request)
      const open = await openChannel(db, caller, team, request.body?.channel_id || inPath)
      if (typeof open === 'string') return refuse(reply, open)
      if (!request.body) return refuse(reply, 'bad_parameter', notAPost)
      const said = await say(deps, caller, open, request.body)
      if (said.outcome !== 'said') return refuse(reply, said.outcome, said.detail)
      live.posted([said.post.id])
      return postObject(said.post)
    },
  )

  const update = { params: ofChannel, body: Update, response: { 200: PostObject } }
  app.post(
    '/teams/:team/channels/:channel/posts/update',
    { schema: update, bodyLimit },
    async (request, reply) => {
      const { team, channel } = request.params
      const caller = callerOf(request)
      const open = await openChannel(db, caller, team, channel)
      if (typeof open === 'string') return refuse(reply, open)
      if (!request.body) return refuse(reply, 'bad_parameter', notAPost)
      const said = await amend(deps, caller, open, request.body)
      if (said.outcome !== 'said') return refuse(reply, said.outcome, said.detail)
      live.tell(postEdited(said.post))
      return postObject(said.post)
    },
  )

  const Gone = z.object({ id: z.string() })
  const remove = { params: ofChannel.extend({ post: Id }), response: { 200: Gone } }
  /** Delete an own post; any post of a team's channel, for its administrators. */
  app.post(
    '/teams/:team/channels/:channel/posts/:post/delete',
    { schema: remove },
    async (request, reply) => {
      const { team, channel, post: id } = request.params
      const caller = callerOf(request)
      const open = await openChannel(db, caller, team, channel)
      if (typeof open === 'string') return refuse(reply, open)
      const post = await findPost(db, id)
      if (!post || post.channelId !== channel || post.deleteAt > 0) return refuse(reply, 'no_such_post')
      if (post.userId !== caller.id && !(await isTeamAdmin(db, caller, open.teamId)))
        return refuse(reply, 'no_permission_api')
      const deleted = await deletePost(db, id)
      if (!deleted) return refuse(reply, 'no_such_post')
      live.tell(postDeleted(deleted))
      return { id }
    },
  )
}
