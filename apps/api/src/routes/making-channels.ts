import { directChannels, directName, findUserInTeam } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { teamAccess } from '../access.js'
import { objectOf, Text } from '../bodies.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { channelCreated, directAdded } from '../live/events.js'
import { makeChannel } from '../make-channel.js'
import { ChannelObject, channelObject } from '../objects/channel.js'
import { Id } from '../parameters.js'

const Asked = objectOf({
  team_id: Text,
  type: Text,
  name: Text,
  display_name: Text,
  header: Text,
  purpose: Text,
})
const ofTeam = z.object({ team: Id })

/** Making channels (spec 5.3). */
export function makingChannelRoutes(app: ApiServer, deps: ApiDeps): void {
  const { db, nowMs, live } = deps
  const create = { params: ofTeam, body: Asked, response: { 200: ChannelObject } }
  app.post('/teams/:team/channels/create', { schema: create }, async (request, reply) => {
    const { team } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    const asked = request.body
    if (!asked) return refuse(reply, 'bad_parameter', 'Invalid channel parameter: it has to be an object.')
    if (asked.team_id !== '' && asked.team_id !== team)
      return refuse(reply, 'bad_parameter', "Invalid team_id parameter: it is not the path's team.")
    const made = await makeChannel(deps, caller, team, asked)
    if (typeof made === 'string') return refuse(reply, made)
    live.tell(channelCreated(made))
    return channelObject(made)
  })

  const direct = { params: ofTeam, body: JsonMap, response: { 200: ChannelObject } }
  /** The direct channel of the caller and another user, made when it is missing. */
  app.post('/teams/:team/channels/create_direct', { schema: direct }, async (request, reply) => {
    const { team } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    const { user_id: otherId = '' } = request.body
    if (!Id.safeParse(otherId).success) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter.')
    if (otherId === caller.id || !(await findUserInTeam(db, team, otherId)))
      return refuse(reply, 'no_other_user')
    const pair = { userId: caller.id, otherId }
    const now = nowMs()
    const channel = (await directChannels(db, [pair], now)).get(directName(pair))
    if (!channel) return refuse(reply, 'no_such_channel')
    if (channel.createAt === now) live.tell(...directAdded(channel, [caller.id, otherId]))
    return channelObject(channel)
  })
}
