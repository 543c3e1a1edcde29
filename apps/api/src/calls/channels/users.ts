import { calls } from '@posthorn/contract'
import { channelUsersPage, usersNotInChannelPage } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { profilesFor } from '../../objects/profiles.js'

export const listChannelUsers = serve(
  calls.listChannelUsers,
  async ({ deps, caller, channel, params: { offset, limit } }) =>
    profilesFor(deps, caller.user, await channelUsersPage(deps.db, channel.id, offset, limit)),
)

export const listUsersNotInChannel = serve(
  calls.listUsersNotInChannel,
  async ({ deps, caller, teamId, channel, params: { offset, limit } }) => {
    const users = await usersNotInChannelPage(deps.db, { teamId, channelId: channel.id }, offset, limit)
    return profilesFor(deps, caller.user, users)
  },
)
