import { deliveryOf, postId } from '@posthorn/core'
import { keyViolations } from './check-keys.js'
import type { Sent } from './sender.js'
import type { Stored, StoredDelivery, StoredPost } from './stored.js'

/** Compares everything that was sent with everything that is stored. Each line names a broken promise and the ids. */
export function violations(sent: Sent[], stored: Stored): string[] {
  const look = lookInto(sent, stored)
  return [
    ...sent.flatMap(one => settled(one, look)),
    ...stored.deliveries.flatMap(delivery => known(delivery, look)),
    ...stored.deliveries.flatMap(delivery => whole(delivery, look)),
    ...orphans(look),
    ...keyViolations(sent, stored),
    ...split(stored.posts),
    ...outOfOrder(sent, look),
    ...stored.counters.flatMap(({ what, kept, rows }) =>
      kept === rows ? [] : [`${what}: counted as ${kept}, but there are ${rows}`],
    ),
    ...Object.entries(stored.queue).flatMap(([state, count]) =>
      count === 0 ? [] : [`the queue is not empty: ${count} batches in ${state}`],
    ),
  ]
}

type Look = ReturnType<typeof lookInto>

function lookInto(sent: Sent[], stored: Stored) {
  return {
    channels: stored.channels,
    sent: new Map(sent.map(one => [one.payload, one])),
    deliveries: new Map(stored.deliveries.map(delivery => [delivery.id, delivery])),
    byPayload: group(stored.deliveries, ({ payload }) => payload),
    posts: group(
      stored.posts.filter(post => !post.is_deleted),
      ({ id }) => deliveryOf(id),
    ),
    changes: new Map(
      stored.deliveries.flatMap(({ payload, outcome }) => {
        const one = outcome === 'updated' ? sent.find(one => one.payload === payload) : undefined
        return one?.change ? [[one.change.target, one]] : []
      }),
    ),
  }
}

const nameOf = ({ sender, number, calls }: Sent) => `d${sender}-${number} (sent ${calls} times)`

/** Checks that accepted deliveries are stored under their ids, and none twice. */
function settled(one: Sent, { byPayload }: Look): string[] {
  const ids = byPayload.get(one.payload)?.map(({ id }) => id) ?? []
  const name = nameOf(one)
  if (ids.length > 1) return [`doubled: ${name} is stored as ${ids.join(' and ')}`]
  const { answer } = one
  if (answer.kind === 'ok' && ids[0] !== answer.delivery)
    return [`lost: ${name} was accepted as ${answer.delivery}, but ${ids[0] ?? 'nothing'} is stored`]
  if (answer.kind === 'refused' && one.channel !== undefined) return [`refused: ${name}: ${answer.why}`]
  return []
}

/** Checks that the delivery was sent, and that its outcome and channel are correct. */
function known({ id, payload, outcome, reason, channel_id }: StoredDelivery, look: Look): string[] {
  const one = look.sent.get(payload)
  if (!one) return [`unsent: delivery ${id} has a payload that nobody sent`]
  const wanted = one.channel === undefined ? ['rejected unknown_channel'] : outcomesOf(one)
  const channel = one.channel === undefined ? '' : look.channels.get(one.channel)
  if (!wanted.includes(`${outcome} ${reason}`))
    return [`wrong outcome: ${nameOf(one)}, delivery ${id}, is ${outcome} ${reason}`]
  return channel === channel_id ? [] : [`wrong channel: ${nameOf(one)}, delivery ${id}, is in ${channel_id}`]
}

/** A keyed delivery may also be superseded, as long as a later state is shown (`check-keys.ts`). */
function outcomesOf({ key, change }: Sent): string[] {
  if (change) return ['updated ']
  if (key?.kind === 'update') return ['posted ', 'updated ', 'superseded ']
  return key ? ['posted ', 'replied '] : ['posted ']
}

/** Checks that the delivery's posts are complete, are in its channel, and joined are its text. */
function whole(delivery: StoredDelivery, look: Look): string[] {
  const one = look.sent.get(delivery.payload)
  if (!one || one.key || one.change) return []
  const posts = look.posts.get(delivery.id) ?? []
  const change = look.changes.get(delivery.id)
  if (change) return changed(change, delivery, posts)
  const wanted = one.channel === undefined ? '' : one.text
  const broken =
    posts.length !== delivery.post_count ||
    posts.some(({ id }, index) => id !== postId(delivery.id, index + 1)) ||
    posts.some(({ channel_id }) => channel_id !== delivery.channel_id) ||
    posts.map(({ message }) => message).join('') !== wanted ||
    (wanted !== '' && posts.at(-1)?.attachments?.[0]?.text !== one.attachment)
  return broken
    ? [
        `not whole: ${nameOf(one)}, delivery ${delivery.id}, has ${posts.length} of ${delivery.post_count} posts`,
      ]
    : []
}

/** Checks that an edited delivery shows the edit in its first post, and that a deleted one has none. */
function changed(change: Sent, { id }: StoredDelivery, posts: StoredPost[]): string[] {
  const wanted = change.change?.kind === 'edit' ? [change.text] : []
  const shown = posts.map(({ message }) => message)
  return JSON.stringify(shown) === JSON.stringify(wanted)
    ? []
    : [`not changed: ${nameOf(change)} of ${id}, which has ${shown.length} posts`]
}

function orphans({ posts, deliveries }: Look): string[] {
  return [...posts.keys()].flatMap(id => (deliveries.has(id) ? [] : [`posts without their delivery ${id}`]))
}

/** Checks that the posts of a delivery are adjacent in their channel. */
function split(posts: StoredPost[]): string[] {
  return [...group(posts, ({ channel_id }) => channel_id).values()].flatMap(channel => {
    const begun = new Set<string>()
    return channel.flatMap(({ id }, index) => {
      const delivery = deliveryOf(id)
      const before = channel[index - 1]
      if (before && deliveryOf(before.id) === delivery) return []
      if (begun.has(delivery)) return [`split: other posts are between the posts of ${delivery}`]
      begun.add(delivery)
      return []
    })
  })
}

/** Checks that the accepted deliveries of one sender are in the order of sending in each channel. */
function outOfOrder(sent: Sent[], { posts }: Look): string[] {
  const answered = sent.flatMap(one =>
    one.answer.kind === 'ok' ? [{ ...one, id: one.answer.delivery }] : [],
  )
  const shown = answered.filter(({ id }) => posts.has(id))
  return [...group(shown, ({ sender, channel }) => `${sender} ${channel}`).values()].flatMap(row =>
    row.flatMap((one, index) => {
      const before = row[index - 1]
      return before && before.id >= one.id
        ? [`out of order: ${nameOf(one)}, ${one.id}, comes before ${nameOf(before)}, ${before.id}`]
        : []
    }),
  )
}

/** Node 20 has no Map.groupBy. */
function group<Thing>(things: Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const others = groups.get(key)
    if (others) others.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}
