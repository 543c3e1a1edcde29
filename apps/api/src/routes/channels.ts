import {
  channelsOf,
  channelsToJoin,
  countMembers,
  findChannelsByName,
  findMember,
  membershipsOf,
} from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { mayRead, openChannel, reachChannel, teamAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { fingerprint, unchanged } from '../etag.js'
import { ChannelObject, channelObject } from '../objects/channel.js'
import { ChannelMemberObject, channelMemberObject } from '../objects/channel-member.js'
import { Id, WholeNumber } from '../parameters.js'

const ofTeam = z.object({ team: Id })
const ofChannel = z.object({ team: Id, channel: Id })
const maxPage = 1000

/** Reading channels: which there are, and who is in them (spec 5.3). */
export function channelRoutes(app: ApiServer, deps: ApiDeps): void {
  listing(app, deps)
  oneChannel(app, deps)
  membersOfChannels(app, deps)
}

function listing(app: ApiServer, { db }: ApiDeps): void {
  const list = { params: ofTeam, response: { 200: z.array(ChannelObject) } }
  /** The team's channels that the caller is in, and the caller's direct channels. */
  for (const path of ['/teams/:team/channels/', '/teams/:team/channels'])
    app.get(path, { schema: list }, async (request, reply) => {
      const { team } = request.params
      const caller = callerOf(request)
      const access = await teamAccess(db, caller, team)
      if (access !== 'granted') return refuse(reply, access)
      const channels = (await channelsOf(db, team, caller.id)).map(channelObject)
      return unchanged(request, reply, [fingerprint(channels)]) ?? channels
    })

  const more = { ...list, params: ofTeam.extend({ offset: WholeNumber, limit: WholeNumber }) }
  /** The team's public channels that the caller could join. */
  app.get('/teams/:team/channels/more/:offset/:limit', { schema: more }, async (request, reply) => {
    const { team, offset, limit } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    if (limit > maxPage) return refuse(reply, 'page_too_long')
    return (await channelsToJoin(db, team, caller.id, offset, limit)).map(channelObject)
  })
}

function oneChannel(app: ApiServer, { db }: ApiDeps): void {
  const data = z.object({ channel: ChannelObject, member: ChannelMemberObject })
  const get = { params: ofChannel, response: { 200: data } }
  /** A channel and the caller's own membership, without which there is no answer. */
  for (const path of ['/teams/:team/channels/:channel/', '/teams/:team/channels/:channel'])
    app.get(path, { schema: get }, async (request, reply) => {
      const caller = callerOf(request)
      const channel = await reachChannel(db, caller, request.params.team, request.params.channel)
      if (typeof channel === 'string') return refuse(reply, channel)
      const member = await findMember(db, channel.id, caller.id)
      if (!member) return refuse(reply, 'not_in_channel')
      const both = { channel: channelObject(channel), member: channelMemberObject(member) }
      return unchanged(request, reply, [fingerprint(both)]) ?? both
    })

  const named = { params: ofTeam.extend({ name: z.string() }), response: { 200: ChannelObject } }
  app.get('/teams/:team/channels/name/:name', { schema: named }, async (request, reply) => {
    const { team, name } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    const [channel] = name.includes('\0') ? [] : await findChannelsByName(db, [team], [name])
    if (!channel) return refuse(reply, 'no_channel_named')
    if (!(await mayRead(db, caller, channel.id))) return refuse(reply, 'no_permission_api')
    return channelObject(channel)
  })
}

function membersOfChannels(app: ApiServer, { db }: ApiDeps): void {
  const mine = { params: ofTeam, response: { 200: z.array(ChannelMemberObject) } }
  /** The caller's memberships, with what is unread in each. */
  app.get('/teams/:team/channels/members', { schema: mine }, async (request, reply) => {
    const { team } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    return (await membershipsOf(db, team, caller.id)).map(channelMemberObject)
  })

  const one = { params: ofChannel.extend({ user: Id }), response: { 200: ChannelMemberObject } }
  app.get('/teams/:team/channels/:channel/members/:user', { schema: one }, async (request, reply) => {
    const { team, channel, user } = request.params
    const open = await openChannel(db, callerOf(request), team, channel)
    if (typeof open === 'string') return refuse(reply, open)
    const member = await findMember(db, channel, user)
    return member ? channelMemberObject(member) : refuse(reply, 'not_in_channel')
  })

  const Stats = z.object({ channel_id: z.string(), member_count: z.number() })
  const stats = { params: ofChannel, response: { 200: Stats } }
  app.get('/teams/:team/channels/:channel/stats', { schema: stats }, async (request, reply) => {
    const { team, channel } = request.params
    const open = await openChannel(db, callerOf(request), team, channel)
    if (typeof open === 'string') return refuse(reply, open)
    const members = await countMembers(db, [channel])
    return { channel_id: channel, member_count: members.get(channel) ?? 0 }
  })
}
