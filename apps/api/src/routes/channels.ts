import { channelsOf } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { teamAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { ChannelObject, channelObject } from '../objects/channel.js'
import { Id } from '../parameters.js'

export function channelRoutes(app: ApiServer, { db }: ApiDeps): void {
  const schema = { params: z.object({ team: Id }), response: { 200: z.array(ChannelObject) } }
  /** The team's channels that the caller is in, and the caller's direct channels (spec 5.3). */
  for (const path of ['/teams/:team/channels/', '/teams/:team/channels'])
    app.get(path, { schema }, async (request, reply) => {
      const { team } = request.params
      const caller = callerOf(request)
      const access = await teamAccess(db, caller, team)
      if (access !== 'granted') return refuse(reply, access)
      return (await channelsOf(db, team, caller.id)).map(channelObject)
    })
}
