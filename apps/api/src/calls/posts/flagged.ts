import { calls } from '@posthorn/contract'
import { channelIdsOf, flaggedPage } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { pageOfPosts } from './page-of-posts.js'

export const listFlaggedPosts = serve(
  calls.listFlaggedPosts,
  async ({ deps, caller: { user }, teamId, params: { offset, limit }, query: { html }, reply }) => {
    const channelIds = await channelIdsOf(deps.db, { teamId, userId: user.id })
    const flagged = { userId: user.id, channelIds, offset }
    return pageOfPosts(reply, await flaggedPage(deps.db, flagged, { limit, withHtml: html }), html)
  },
)
