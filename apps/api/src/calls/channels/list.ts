import { calls } from '@posthorn/contract'
import { channelsOf, channelsToJoin, membershipsOf } from '@posthorn/db'
import { fingerprint } from '../../http/answers/etag.js'
import { tagged } from '../../http/answers/tagged.js'
import { serve } from '../../http/serve-calls.js'
import { channelObject } from '../../objects/channel-object.js'
import { channelMemberObject } from '../../objects/member-object.js'

export const listChannels = serve(calls.listChannels, async ({ deps, caller, teamId }) => {
  const channels = (await channelsOf(deps.db, teamId, caller.user.id)).map(channelObject)
  return tagged([fingerprint(channels)], channels)
})

export const countChannelPosts = serve(calls.countChannelPosts, async ({ deps, caller, teamId }) => {
  const channels = await channelsOf(deps.db, teamId, caller.user.id)
  return {
    counts: Object.fromEntries(channels.map(({ id, totalMsgCount }) => [id, totalMsgCount])),
    update_times: Object.fromEntries(channels.map(({ id, updateAt }) => [id, updateAt])),
  }
})

export const listJoinableChannels = serve(
  calls.listJoinableChannels,
  async ({ deps, caller, teamId, params: { offset, limit } }) =>
    (await channelsToJoin(deps.db, teamId, caller.user.id, offset, limit)).map(channelObject),
)

export const listChannelMemberships = serve(calls.listChannelMemberships, async ({ deps, caller, teamId }) =>
  (await membershipsOf(deps.db, teamId, caller.user.id)).map(channelMemberObject),
)
