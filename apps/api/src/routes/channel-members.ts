import {
  addMember,
  type Channel,
  countMembers,
  findChannelsByName,
  findMember,
  findUserInTeam,
  markViewed,
  type NewPost,
  removeMember,
  type User,
} from '@posthorn/db'
import { type ApiRefusal, refuse } from '@posthorn/server'
import { z } from 'zod'
import { openChannel, reachChannel, teamAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { channelViewed, userAdded, userRemoved } from '../live/events.js'
import { defaultChannel } from '../make-channel.js'
import { added, joined, left, removed } from '../notices.js'
import { ChannelObject, channelObject } from '../objects/channel.js'
import { ChannelMemberObject, channelMemberObject } from '../objects/channel-member.js'
import { Id } from '../parameters.js'

const ofTeam = z.object({ team: Id })
const ofChannel = z.object({ team: Id, channel: Id })
const Left = z.object({ id: z.string() })
const Removed = z.object({ channel_id: z.string(), removed_user_id: z.string() })
const Status = z.object({ status: z.literal('OK') })

/** Coming, going and having read (spec 5.3). */
export function channelMemberRoutes(app: ApiServer, deps: ApiDeps): void {
  comingAndGoing(app, deps)
  others(app, deps)
  viewing(app, deps)
}

function comingAndGoing(app: ApiServer, deps: ApiDeps): void {
  const { db } = deps
  const join = async (channel: Channel, caller: User): Promise<ApiRefusal | undefined> => {
    if (await findMember(db, channel.id, caller.id)) return undefined
    if (channel.type !== 'O') return 'not_public'
    if (channel.deleteAt > 0) return 'archived_for_members'
    await bringIn(deps, channel, caller.id, { notice: joined(channel, caller), told: false })
    return undefined
  }

  const byId = { params: ofChannel, response: { 200: ChannelObject } }
  app.post('/teams/:team/channels/:channel/join', { schema: byId }, async (request, reply) => {
    const caller = callerOf(request)
    const channel = await reachChannel(db, caller, request.params.team, request.params.channel)
    if (typeof channel === 'string') return refuse(reply, channel)
    const refusal = await join(channel, caller)
    return refusal ? refuse(reply, refusal) : channelObject(channel)
  })

  const byName = { params: ofTeam.extend({ name: z.string() }), response: { 200: ChannelObject } }
  app.post('/teams/:team/channels/name/:name/join', { schema: byName }, async (request, reply) => {
    const { team, name } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    const [channel] = name.includes('\0') ? [] : await findChannelsByName(db, [team], [name])
    if (!channel) return refuse(reply, 'no_channel_named')
    const refusal = await join(channel, caller)
    return refusal ? refuse(reply, refusal) : channelObject(channel)
  })

  const leave = { params: ofChannel, response: { 200: Left } }
  app.post('/teams/:team/channels/:channel/leave', { schema: leave }, async (request, reply) => {
    const caller = callerOf(request)
    const channel = await reachChannel(db, caller, request.params.team, request.params.channel)
    if (typeof channel === 'string') return refuse(reply, channel)
    if (!(await findMember(db, channel.id, caller.id))) return refuse(reply, 'not_in_channel')
    const stays = whyNobodyLeaves(channel)
    if (stays) return refuse(reply, stays)
    if (channel.type === 'P' && (await countMembers(db, [channel.id])).get(channel.id) === 1)
      return refuse(reply, 'last_of_private')
    const gone = await takeOut(deps, channel, caller.id, left(channel, caller))
    return gone ? { id: channel.id } : refuse(reply, 'not_in_channel')
  })
}

/** Any member may add and remove others, as the reference has it where nothing else is configured. */
function others(app: ApiServer, deps: ApiDeps): void {
  const { db } = deps
  const add = { params: ofChannel, body: JsonMap, response: { 200: ChannelMemberObject } }
  app.post('/teams/:team/channels/:channel/add', { schema: add }, async (request, reply) => {
    const { team, channel: id } = request.params
    const caller = callerOf(request)
    const channel = await openChannel(db, caller, team, id)
    if (typeof channel === 'string') return refuse(reply, channel)
    const { user_id: userId = '' } = request.body
    if (!Id.safeParse(userId).success) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter.')
    if (channel.type === 'D') return refuse(reply, 'members_of_direct')
    if (channel.deleteAt > 0) return refuse(reply, 'archived_for_members')
    const other = await findUserInTeam(db, team, userId)
    if (!other) return refuse(reply, 'no_user_to_add')
    if (!other.inTeam) return refuse(reply, 'user_not_in_team')
    await bringIn(deps, channel, userId, { notice: added(channel, caller, other), told: true })
    const member = await findMember(db, id, userId)
    return member ? channelMemberObject(member) : refuse(reply, 'not_in_channel')
  })

  const remove = { params: ofChannel, body: JsonMap, response: { 200: Removed } }
  app.post('/teams/:team/channels/:channel/remove', { schema: remove }, async (request, reply) => {
    const { team, channel: id } = request.params
    const caller = callerOf(request)
    const channel = await openChannel(db, caller, team, id)
    if (typeof channel === 'string') return refuse(reply, channel)
    const { user_id: userId = '' } = request.body
    if (!Id.safeParse(userId).success) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter.')
    const stays = whyNobodyLeaves(channel)
    if (stays) return refuse(reply, stays)
    const other = await findUserInTeam(db, team, userId)
    const gone = other && (await takeOut(deps, channel, userId, removed(channel, caller, other)))
    return gone ? { channel_id: id, removed_user_id: userId } : refuse(reply, 'not_in_channel')
  })
}

/** Makes a member and says so to those who listen; who is one already stays one. */
async function bringIn(
  { db, live }: ApiDeps,
  channel: Channel,
  userId: string,
  { notice, told }: { notice: NewPost; told: boolean },
): Promise<void> {
  if (!(await addMember(db, userId, notice, told))) return
  live.tell(userAdded(channel, userId))
  live.posted([notice.id])
}

/** False when the user was no member. The author of the notice is who took them out. */
async function takeOut(
  { db, live }: ApiDeps,
  channel: Channel,
  userId: string,
  notice: NewPost,
): Promise<boolean> {
  const gone = await removeMember(db, userId, notice)
  if (gone) {
    live.posted([notice.id])
    live.tell(...userRemoved(channel, userId, notice.userId))
  }
  return gone
}

function whyNobodyLeaves({ type, name, deleteAt }: Channel): ApiRefusal | undefined {
  if (type === 'D') return 'members_of_direct'
  if (deleteAt > 0) return 'archived_for_members'
  return name === defaultChannel ? 'default_channel_keeps' : undefined
}

function viewing(app: ApiServer, { db, live }: ApiDeps): void {
  const view = { params: ofTeam, body: JsonMap, response: { 200: Status } }
  /** The caller has read these channels; where the caller is no member that changes nothing. */
  app.post('/teams/:team/channels/view', { schema: view }, async (request, reply) => {
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, request.params.team)
    if (access !== 'granted') return refuse(reply, access)
    const { channel_id, prev_channel_id = '' } = request.body
    const ids = [channel_id ?? '', prev_channel_id].filter(id => id !== '')
    if (channel_id === undefined || !ids.every(id => Id.safeParse(id).success))
      return refuse(reply, 'bad_parameter', 'Invalid channel_view parameter: channel_id has to be an id.')
    await markViewed(db, caller.id, ids)
    live.tell(...ids.map(id => channelViewed(id, caller.id)))
    return { status: 'OK' } as const
  })
}
