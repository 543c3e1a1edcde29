import { calls, maxFoundChannels } from '@posthorn/contract'
import { findPublicChannels } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { channelObject } from '../../objects/channel-object.js'

const limit = maxFoundChannels

export const autocompleteChannels = serve(
  calls.autocompleteChannels,
  async ({ deps, teamId, query: { term } }) =>
    (await findPublicChannels(deps.db, teamId, { term, limit })).map(channelObject),
)

export const searchJoinableChannels = serve(
  calls.searchJoinableChannels,
  async ({ deps, caller, teamId, body: { term } }) =>
    (await findPublicChannels(deps.db, teamId, { term, limit, without: caller.user.id })).map(channelObject),
)
