import { postsPage } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { channelAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { PostList, postList } from '../objects/post.js'
import { Id, WholeNumber } from '../parameters.js'

const maxPage = 1000

const Page = z.object({ team: Id, channel: Id, offset: WholeNumber, limit: WholeNumber })

export function postRoutes(app: ApiServer, { db }: ApiDeps): void {
  const schema = { params: Page, response: { 200: PostList } }
  /** A page of a channel's posts, newest first, without deleted ones (spec 5.3). */
  app.get('/teams/:team/channels/:channel/posts/page/:offset/:limit', { schema }, async (request, reply) => {
    const { team, channel, offset, limit } = request.params
    const access = await channelAccess(db, callerOf(request), team, channel)
    if (access !== 'granted') return refuse(reply, access)
    if (limit > maxPage) return refuse(reply, 'page_too_long')
    return postList(await postsPage(db, channel, offset, limit))
  })
}
