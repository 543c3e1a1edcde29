import { calls, ok } from '@posthorn/contract'
import { markViewed } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { channelViewed } from '../../live/events.js'
import { refused } from '../../refusals/refused.js'

/** Marks these channels as read. Channels that the caller does not belong to are ignored. */
export const viewChannels = serve(calls.viewChannels, async ({ deps, caller: { user }, body }) => {
  const { channel_id: seen, prev_channel_id: before = '' } = body
  if (seen === undefined) return refused('bad_parameter', 'Invalid channel_id parameter. It is missing.')
  const ids = [seen, before].filter(id => id !== '')
  await markViewed(deps.db, user.id, ids)
  deps.live.publish(...ids.map(id => channelViewed(id, user.id)))
  return ok
})
