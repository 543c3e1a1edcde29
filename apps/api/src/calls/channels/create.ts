import { calls } from '@posthorn/contract'
import { createChannel as storeChannel } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { serve } from '../../http/serve-calls.js'
import { channelCreated } from '../../live/events.js'
import { channelObject } from '../../objects/channel-object.js'
import { refused } from '../../refusals/refused.js'
import { validateChannelTexts } from './validate-channel.js'

/** Creates a public or private channel of a team. The checks run in the order of the lines. */
export const createChannel = serve(calls.createChannel, async ({ deps, caller, teamId, body }) => {
  const { name, display_name: displayName, type, header = '', purpose = '', team_id: named = '' } = body
  if (named !== '' && named !== teamId)
    return refused('bad_parameter', 'Invalid team_id parameter. Use the team in the path.')
  const texts = { name, displayName, header, purpose }
  const mistake = validateType(type, name) ?? validateChannelTexts(texts)
  if (mistake) return refused(mistake)
  const channel = {
    ...texts,
    id: newId(),
    createAt: deps.nowMs(),
    teamId,
    type: type === 'P' ? 'P' : 'O',
    creatorId: caller.user.id,
  } as const
  const created = await storeChannel(deps.db, channel, deps.settings().MaxChannelsPerTeam)
  if (created.outcome !== 'created') return refused(created.outcome)
  deps.live.publish(channelCreated(created.channel))
  return channelObject(created.channel)
})

function validateType(type: string, name: string) {
  if (type === 'D') return 'direct_by_create'
  if (name.includes('__')) return 'name_of_direct'
  return type === 'O' || type === 'P' ? undefined : 'bad_channel_type'
}
