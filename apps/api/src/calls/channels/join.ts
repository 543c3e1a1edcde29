import { calls } from '@posthorn/contract'
import { type Channel, countMembers, findChannelsByName, findMember, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { channelObject } from '../../objects/channel-object.js'
import { refused } from '../../refusals/refused.js'
import { addAndNotify, removeAndNotify, whyNobodyLeaves } from './membership.js'
import { joined, left } from './system-messages.js'

export const joinChannel = serve(calls.joinChannel, ({ deps, caller, channel }) =>
  join(deps, caller.user, channel),
)

export const joinChannelByName = serve(
  calls.joinChannelByName,
  async ({ deps, caller, teamId, params: { name } }) => {
    const [channel] = await findChannelsByName(deps.db, [teamId], [name])
    return channel ? join(deps, caller.user, channel) : refused('no_channel_named')
  },
)

export const leaveChannel = serve(calls.leaveChannel, async ({ deps, caller: { user }, channel }) => {
  const { id, type } = channel
  if (!(await findMember(deps.db, id, user.id))) return refused('not_in_channel')
  const reason = whyNobodyLeaves(channel)
  if (reason) return refused(reason)
  if (type === 'P' && (await countMembers(deps.db, [id])).get(id) === 1) return refused('last_of_private')
  const isGone = await removeAndNotify(deps, channel, { userId: user.id, message: left(channel, user) })
  return isGone ? { id } : refused('not_in_channel')
})

/** Adds a user to a public channel. */
export async function join(deps: ApiDeps, user: User, channel: Channel) {
  if (await findMember(deps.db, channel.id, user.id)) return channelObject(channel)
  if (channel.type !== 'O') return refused('not_public')
  if (channel.deleteAt > 0) return refused('archived_for_members')
  const message = joined(channel, user)
  await addAndNotify(deps, channel, { userId: user.id, message, isMentioned: false })
  return channelObject(channel)
}
