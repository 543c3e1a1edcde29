import { calls } from '@posthorn/contract'
import {
  type Channel,
  hasHooksOfOthers,
  archiveChannel as storeArchived,
  restoreChannel as storeRestored,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isChannelAdmin, mayRead } from '../../http/guards/rights.js'
import { serve } from '../../http/serve-calls.js'
import { channelDeleted, channelRestored } from '../../live/events.js'
import { refused } from '../../refusals/refused.js'
import { defaultChannel } from './membership.js'
import { archived, restored } from './system-messages.js'

/** Its posts stay, the hooks whose own channel it is do not. */
export const archiveChannel = serve(calls.archiveChannel, async ({ deps, caller, channel }) => {
  const reason = await whyNotArchivable(deps, caller.user, channel)
  if (reason) return refused(reason)
  const message = archived(channel, caller.user)
  if (!(await storeArchived(deps.db, message))) return refused('archived_already')
  deps.live.posted([message.id])
  deps.live.tell(channelDeleted(channel))
  return { id: channel.id }
})

/** Makes an archived channel live again, with the hooks that went with it. */
export const restoreChannel = serve(calls.restoreChannel, async ({ deps, caller, channel }) => {
  if (!(await mayRestore(deps, caller.user, channel))) return refused('no_permission_api')
  const message = restored(channel, caller.user)
  const most = deps.settings().MaxChannelsPerTeam
  const outcome = await storeRestored(deps.db, channel.teamId, message, most)
  if (outcome !== 'restored') return refused(outcome)
  deps.live.posted([message.id])
  deps.live.tell(channelRestored(channel))
  return { id: channel.id }
})

/** A member could otherwise silence everybody's hooks in a public channel at once. */
async function whyNotArchivable({ db }: ApiDeps, user: User, channel: Channel) {
  if (channel.type === 'D') return 'direct_channel_stays'
  if (channel.name === defaultChannel) return 'default_channel_stays'
  if (channel.type !== 'O' || (await isChannelAdmin(db, user, channel))) return undefined
  return (await hasHooksOfOthers(db, channel.id, user.id)) ? 'others_hooks_stay' : undefined
}

/** A private channel is restored by those only who may also read it. */
async function mayRestore({ db }: ApiDeps, user: User, channel: Channel): Promise<boolean> {
  if (channel.type !== 'O' && !(await mayRead(db, user, channel.id))) return false
  return isChannelAdmin(db, user, channel)
}
