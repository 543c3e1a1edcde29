import { archiveChannel, type Channel, hasHooksOfOthers, restoreChannel, type User } from '@posthorn/db'
import { type ApiRefusal, refuse } from '@posthorn/server'
import { z } from 'zod'
import { mayRead, openChannel, reachChannel } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { channelDeleted, channelRestored } from '../live/events.js'
import { defaultChannel } from '../make-channel.js'
import { archived, restored } from '../notices.js'
import { Id } from '../parameters.js'
import { isChannelAdmin } from '../rights.js'

const ofChannel = z.object({ team: Id, channel: Id })
const OfId = z.object({ id: z.string() })

/** Archiving channels (spec 5.3), and taking that back. */
export function archivingChannelRoutes(app: ApiServer, deps: ApiDeps): void {
  const { db, live, settings } = deps
  const schema = { params: ofChannel, response: { 200: OfId } }
  /** Archive a channel; its posts stay, the hooks whose own channel it is do not. */
  app.post('/teams/:team/channels/:channel/delete', { schema }, async (request, reply) => {
    const caller = callerOf(request)
    const channel = await openChannel(db, caller, request.params.team, request.params.channel)
    if (typeof channel === 'string') return refuse(reply, channel)
    const refusal = await refusalToArchive(deps, caller, channel)
    if (refusal) return refuse(reply, refusal)
    const notice = archived(channel, caller)
    if (!(await archiveChannel(db, notice))) return refuse(reply, 'archived_already')
    live.posted([notice.id])
    live.tell(channelDeleted(channel))
    return { id: channel.id }
  })

  /** Make an archived channel live again, with the hooks that went with it. */
  app.post('/teams/:team/channels/:channel/restore', { schema }, async (request, reply) => {
    const caller = callerOf(request)
    const channel = await reachChannel(db, caller, request.params.team, request.params.channel)
    if (typeof channel === 'string') return refuse(reply, channel)
    if (!(await mayRestore(deps, caller, channel))) return refuse(reply, 'no_permission_api')
    const notice = restored(channel, caller)
    const outcome = await restoreChannel(db, channel.teamId, notice, settings().MaxChannelsPerTeam)
    if (outcome !== 'restored') return refuse(reply, outcome)
    live.posted([notice.id])
    live.tell(channelRestored(channel))
    return { id: channel.id }
  })
}

/** A member could otherwise silence everybody's hooks in a public channel at once. */
async function refusalToArchive(
  { db }: ApiDeps,
  caller: User,
  channel: Channel,
): Promise<ApiRefusal | undefined> {
  if (channel.type === 'D') return 'direct_channel_stays'
  if (channel.name === defaultChannel) return 'default_channel_stays'
  if (channel.type !== 'O' || (await isChannelAdmin(db, caller, channel))) return undefined
  return (await hasHooksOfOthers(db, channel.id, caller.id)) ? 'others_hooks_stay' : undefined
}

/** A private channel is restored by those only who may also read it. */
async function mayRestore({ db }: ApiDeps, caller: User, channel: Channel): Promise<boolean> {
  if (channel.type !== 'O' && !(await mayRead(db, caller, channel.id))) return false
  return isChannelAdmin(db, caller, channel)
}
