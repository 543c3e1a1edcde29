import { calls } from '@posthorn/contract'
import { channelsOf, flaggedPage } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { pageOfPosts } from './page-of-posts.js'

export const listFlaggedPosts = serve(
  calls.listFlaggedPosts,
  async ({ deps, caller: { user }, teamId, params: { offset, limit }, query: { html }, reply }) => {
    const channelIds = (await channelsOf(deps.db, teamId, user.id)).map(({ id }) => id)
    const flagged = { userId: user.id, channelIds, offset }
    return pageOfPosts(reply, await flaggedPage(deps.db, flagged, { limit, withHtml: html }), html)
  },
)
