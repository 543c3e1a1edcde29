import { readTimestamp, type Settled, shownPostIds } from '@posthorn/core'
import { type Db, type Destination, findOutcomes, postsByTimestamp, timestampsFor } from '@posthorn/db'
import { isSlackApi } from '@posthorn/formats'
import type { Delivery } from '@posthorn/queue'
import type { Ready } from './changes.js'
import type { Recorded } from './keyed.js'

/**
 * Replaces the timestamps of posts to reply to by their ids. One that no post of the channel has is noted, as is the id of a post
 * that does not exist.
 */
export async function findReplied(
  db: Db,
  readable: Ready[],
  destinations: Map<string, Destination>,
): Promise<void> {
  const wanted = readable.flatMap(({ delivery, payload }) => {
    const micros = payload.keys.replyTo === '' ? undefined : readTimestamp(payload.keys.replyTo)
    const at = destinations.get(delivery.id)
    const channelId = at?.outcome === 'found' ? at.channel.id : ''
    return micros === undefined ? [] : [{ payload, channelId, micros }]
  })
  if (wanted.length === 0) return
  const posts = await postsByTimestamp(db, wanted)
  for (const { payload, channelId, micros } of wanted) {
    const replyTo = posts.get(`${channelId} ${micros}`) ?? ''
    payload.keys = { ...payload.keys, replyTo }
    if (replyTo === '') payload.ignored.push('root_id or thread_ts (no such post in this channel)')
  }
}

/**
 * Gives the first post of each delivery by Slack's API its timestamp. Does so again, without effect, for deliveries that an earlier
 * run has recorded, because that run may have ended before.
 */
export async function storeTimestamps(
  db: Db,
  deliveries: Delivery[],
  { rows, again }: Pick<Recorded, 'again'> & { rows: Settled[] },
): Promise<void> {
  const bySlack = new Set(deliveries.flatMap(({ id, format }) => (isSlackApi(format) ? [id] : [])))
  if (bySlack.size === 0) return
  const earlier = again.filter(id => bySlack.has(id))
  const settled = [...rows, ...(earlier.length > 0 ? await findOutcomes(db, earlier) : [])]
  const posts = settled.flatMap(each => {
    const [first] = bySlack.has(each.id) ? shownPostIds(each) : []
    return first === undefined ? [] : [{ id: first, channelId: each.channelId }]
  })
  await timestampsFor(db, posts)
}
