import { calls } from '@posthorn/contract'
import { renderLine } from '@posthorn/core'
import { countMembers, findChannelsByName, findMember, findMembers } from '@posthorn/db'
import { fingerprint } from '../../http/answers/etag.js'
import { tagged } from '../../http/answers/tagged.js'
import { mayRead } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { channelObject } from '../../objects/channel-object.js'
import { channelMemberObject } from '../../objects/member-object.js'
import { refused } from '../../refusals/refused.js'

/** Returns a channel with the caller's own membership, which is required. */
export const getChannel = serve(calls.getChannel, async ({ deps, caller, channel }) => {
  const member = await findMember(deps.db, channel.id, caller.user.id)
  if (!member) return refused('not_in_channel')
  const both = { channel: channelObject(channel), member: channelMemberObject(member) }
  return tagged([fingerprint(both)], both)
})

export const getChannelByName = serve(
  calls.getChannelByName,
  async ({ deps: { db }, caller, teamId, params }) => {
    const [channel] = await findChannelsByName(db, [teamId], [params.name])
    if (!channel) return refused('no_channel_named')
    return (await mayRead(db, caller.user, channel.id))
      ? channelObject(channel)
      : refused('no_permission_api')
  },
)

export const getChannelMember = serve(calls.getChannelMember, async ({ deps, channel, params }) => {
  const member = await findMember(deps.db, channel.id, params.user)
  return member ? channelMemberObject(member) : refused('not_in_channel')
})

export const listChannelMembersById = serve(calls.listChannelMembersById, async ({ deps, channel, body }) =>
  (await findMembers(deps.db, channel.id, body)).map(channelMemberObject),
)

export const getChannelStats = serve(calls.getChannelStats, async ({ deps, channel, query }) => {
  const { id, header } = channel
  const members = await countMembers(deps.db, [id])
  const html = query.html && { header_html: renderLine(header) }
  return { channel_id: id, member_count: members.get(id) ?? 0, ...html }
})
