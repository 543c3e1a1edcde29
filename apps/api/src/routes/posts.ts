import {
  findPost,
  type Post,
  type PostPage,
  postsAround,
  postsPage,
  postsSince,
  repliesPage,
} from '@posthorn/db'
import { refuse } from '@posthorn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openChannel } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { fingerprint, unchanged } from '../etag.js'
import { PostList, postList } from '../objects/post.js'
import { Id, Moment, WholeNumber } from '../parameters.js'

const maxPage = 1000

/** Replies that come with a post; further ones are asked for. */
const maxReplies = 200

const ofChannel = z.object({ team: Id, channel: Id })
const paged = { offset: WholeNumber, limit: WholeNumber }
const response = { 200: PostList }

/** Reading a channel's posts, for those who may read it (spec 5.3). Lists are newest first. */
export function postRoutes(app: ApiServer, deps: ApiDeps): void {
  pages(app, deps)
  changes(app, deps)
  onePost(app, deps)
}

function pages(app: ApiServer, { db }: ApiDeps): void {
  const page = { params: ofChannel.extend(paged), response }
  /** A page of the channel, without deleted posts. */
  app.get(
    '/teams/:team/channels/:channel/posts/page/:offset/:limit',
    { schema: page },
    async (request, reply) => {
      const { team, channel, offset, limit } = request.params
      const open = await openChannel(db, callerOf(request), team, channel)
      if (typeof open === 'string') return refuse(reply, open)
      if (limit > maxPage) return refuse(reply, 'page_too_long')
      return unlessKnown(request, reply, await postsPage(db, channel, offset, limit))
    },
  )

  const around = { params: ofChannel.extend({ ...paged, post: Id }), response }
  for (const side of ['before', 'after'] as const)
    app.get(
      `/teams/:team/channels/:channel/posts/:post/${side}/:offset/:limit`,
      { schema: around },
      async (request, reply) => {
        const { team, channel, post: id, offset, limit } = request.params
        const open = await openChannel(db, callerOf(request), team, channel)
        if (typeof open === 'string') return refuse(reply, open)
        if (limit > maxPage) return refuse(reply, 'page_too_long')
        return unlessKnown(request, reply, await postsAround(db, channel, { id, side, offset, limit }))
      },
    )
}

function changes(app: ApiServer, { db }: ApiDeps): void {
  const since = { params: ofChannel.extend({ time: Moment }), response }
  /**
   * What was written, edited or deleted after a time, and in the ten seconds before it: clients drop repeats by id
   * (design 4). Where not all fit, these are the latest, and a header says that there are older ones.
   */
  app.get('/teams/:team/channels/:channel/posts/since/:time', { schema: since }, async (request, reply) => {
    const { team, channel, time } = request.params
    const open = await openChannel(db, callerOf(request), team, channel)
    if (typeof open === 'string') return refuse(reply, open)
    return unlessKnown(request, reply, await postsSince(db, channel, time, maxPage))
  })
}

function onePost(app: ApiServer, { db }: ApiDeps): void {
  const behind = z.object({ after: Id.or(z.literal('')).default('') })
  const get = { params: ofChannel.extend({ post: Id }), querystring: behind, response }
  /** One post; what belongs to its thread comes with it, outside of `order`: its root, and replies, the oldest first. */
  app.get('/teams/:team/channels/:channel/posts/:post/get', { schema: get }, async (request, reply) => {
    const { team, channel, post: id } = request.params
    const open = await openChannel(db, callerOf(request), team, channel)
    if (typeof open === 'string') return refuse(reply, open)
    const post = await findPost(db, id)
    if (!post || post.deleteAt > 0 || post.channelId !== channel) return refuse(reply, 'no_such_post')
    const root = post.rootId === '' ? post : await findPost(db, post.rootId)
    const replies = await repliesPage(db, root?.id ?? id, request.query.after, maxReplies)
    const thread = [...(root && root.deleteAt === 0 ? [root] : []), ...replies.posts]
    return unlessKnown(request, reply, { posts: [post], more: replies.more }, thread)
  })
}

/**
 * `update_at` rises with every change of a post, so ids and times tell all. A page that ends before all that was asked for
 * says so in a header: its list may be shorter than its limit.
 */
function unlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { posts, more }: PostPage,
  beside: Post[] = [],
): PostList | FastifyReply {
  reply.header('x-has-more', more)
  const seen = [posts, beside].map(list => list.map(({ id, updateAt }) => [id, updateAt]))
  return unchanged(request, reply, [fingerprint(seen)]) ?? postList(posts, beside)
}
