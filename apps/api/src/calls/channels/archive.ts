import { calls } from '@posthorn/contract'
import {
  archivedChannels,
  type Channel,
  hasHooksOfOthers,
  archiveChannel as storeArchived,
  restoreChannel as storeRestored,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isChannelAdmin, mayRead } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { channelDeleted, channelRestored } from '../../live/events.js'
import { channelObject } from '../../objects/channel-object.js'
import { refused } from '../../refusals/refused.js'
import { restorableBy } from './find.js'
import { defaultChannel } from './membership.js'
import { archived, restored } from './system-messages.js'

/** Archives a channel and deletes its own hooks. Its posts stay. */
export const archiveChannel = serve(calls.archiveChannel, async ({ deps, caller, channel }) => {
  const reason = await whyNotArchivable(deps, caller.user, channel)
  if (reason) return refused(reason)
  const message = archived(channel, caller.user)
  if (!(await storeArchived(deps.db, message))) return refused('archived_already')
  deps.live.posted([message.id])
  deps.live.publish(channelDeleted(channel))
  return { id: channel.id }
})

/** Restores an archived channel and the hooks that were deleted with it. */
export const restoreChannel = serve(calls.restoreChannel, async ({ deps, caller, channel }) => {
  if (!(await mayRestore(deps, caller.user, channel))) return refused('no_permission_api')
  const message = restored(channel, caller.user)
  const most = deps.settings().MaxChannelsPerTeam
  const outcome = await storeRestored(deps.db, channel.teamId, message, most)
  if (outcome !== 'restored') return refused(outcome)
  deps.live.posted([message.id])
  deps.live.publish(channelRestored(channel))
  return { id: channel.id }
})

/** Lists the channels that `restoreChannel` restores for the caller. */
export const listArchivedChannels = serve(
  calls.listArchivedChannels,
  async ({ deps, caller: { user }, teamId, params: { offset, limit } }) => {
    const of = { teamId, ...(await restorableBy(deps, user, teamId)) }
    return (await archivedChannels(deps.db, of, offset, limit)).map(channelObject)
  },
)

/** Otherwise one member could silence everybody's hooks in a public channel. */
async function whyNotArchivable({ db }: ApiDeps, user: User, channel: Channel) {
  if (channel.type === 'D') return 'direct_channel_stays'
  if (channel.name === defaultChannel) return 'default_channel_stays'
  if (channel.type !== 'O' || (await isChannelAdmin(db, user, channel))) return undefined
  return (await hasHooksOfOthers(db, channel.id, user.id)) ? 'others_hooks_stay' : undefined
}

/** Only those who may also read a private channel can restore it. */
async function mayRestore({ db }: ApiDeps, user: User, channel: Channel): Promise<boolean> {
  if (channel.type !== 'O' && !(await mayRead(db, user, channel.id))) return false
  return isChannelAdmin(db, user, channel)
}
