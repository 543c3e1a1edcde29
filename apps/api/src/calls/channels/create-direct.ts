import { calls } from '@posthorn/contract'
import { directChannels, directName, findUserInTeam } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { directAdded } from '../../live/events.js'
import { channelObject } from '../../objects/channel-object.js'
import { refused } from '../../refusals/refused.js'

/** Returns the direct channel of the caller and another user, and creates it if it is missing. */
export const createDirectChannel = serve(
  calls.createDirectChannel,
  async ({ deps: { db, live, nowMs }, caller: { user }, teamId, body: { user_id: otherId } }) => {
    if (otherId === user.id || !(await findUserInTeam(db, teamId, otherId))) return refused('no_other_user')
    const pair = { userId: user.id, otherId }
    const now = nowMs()
    const channel = (await directChannels(db, [pair], now)).get(directName(pair))
    if (!channel) return refused('no_such_channel')
    if (channel.createAt === now) live.publish(...directAdded(channel, [user.id, otherId]))
    return channelObject(channel)
  },
)
