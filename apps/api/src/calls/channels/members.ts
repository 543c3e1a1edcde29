import { calls } from '@posthorn/contract'
import { findMember, findUserInTeam } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { channelMemberObject } from '../../objects/member-object.js'
import { refused } from '../../refusals/refused.js'
import { addAndNotify, removeAndNotify, whyNobodyLeaves } from './membership.js'
import { added, removed } from './system-messages.js'

/** Any member may add and remove others, as in the reference's default configuration. */
export const addChannelMember = serve(
  calls.addChannelMember,
  async ({ deps, caller, teamId, channel, body: { user_id: userId } }) => {
    if (channel.type === 'D') return refused('members_of_direct')
    if (channel.deleteAt > 0) return refused('archived_for_members')
    const other = await findUserInTeam(deps.db, teamId, userId)
    if (!other) return refused('no_user_to_add')
    if (!other.inTeam) return refused('user_not_in_team')
    const message = added(channel, caller.user, other)
    await addAndNotify(deps, channel, { userId, message, isMentioned: true })
    const member = await findMember(deps.db, channel.id, userId)
    return member ? channelMemberObject(member) : refused('not_in_channel')
  },
)

export const removeChannelMember = serve(
  calls.removeChannelMember,
  async ({ deps, caller, teamId, channel, body: { user_id: userId } }) => {
    const reason = whyNobodyLeaves(channel)
    if (reason) return refused(reason)
    const other = await findUserInTeam(deps.db, teamId, userId)
    if (!other) return refused('not_in_channel')
    const message = removed(channel, caller.user, other)
    const isGone = await removeAndNotify(deps, channel, { userId, message })
    return isGone ? { channel_id: channel.id, removed_user_id: userId } : refused('not_in_channel')
  },
)
