import { deliveryOf, postId } from '@posthorn/core'
import type { Sent } from './sender.js'
import type { Stored, StoredDelivery, StoredPost } from './stored.js'

type Keyed = StoredDelivery & { sent: Sent }

/**
 * Checks each key: its deliveries in the order of acceptance, the last of them shown by one post, and replies below one root.
 * Which of the earlier states was superseded depends on the troubles.
 */
export function keyViolations(sent: Sent[], stored: Stored): string[] {
  const byPayload = new Map(sent.map(one => [one.payload, one]))
  const keys = new Map<string, Keyed[]>()
  for (const delivery of stored.deliveries) {
    const one = byPayload.get(delivery.payload)
    if (one?.key === undefined) continue
    const name = `${one.key.kind} ${one.key.name} of ${delivery.hook_id}`
    keys.set(name, [...(keys.get(name) ?? []), { ...delivery, sent: one }])
  }
  const live = stored.posts.filter(post => !post.is_deleted)
  return [...keys].flatMap(([name, deliveries]) => {
    const ids = new Set(deliveries.map(({ id }) => id))
    const own = live.filter(({ id }) => ids.has(deliveryOf(id)))
    const isThread = deliveries[0]?.sent.key?.kind === 'thread'
    return isThread ? threadFaults(name, deliveries, own) : updateFaults(name, deliveries, own)
  })
}

function updateFaults(name: string, deliveries: Keyed[], posts: StoredPost[]): string[] {
  const last = deliveries.at(-1)
  const closes = deliveries.filter(({ sent }) => sent.key?.isClosing).length
  const opened = deliveries.filter(({ outcome }) => outcome === 'posted').length
  const roots = posts.filter(({ root_id }) => root_id === '')
  const shown = roots.filter(({ message }) => message === last?.sent.text)
  const texts = new Set(deliveries.map(({ sent }) => sent.text))
  return [
    ...(shown.length === 1 ? [] : [`key: ${name}: ${shown.length} posts show its last state, ${last?.id}`]),
    ...(roots.length === opened && opened <= closes + 1
      ? []
      : [`key: ${name}: ${roots.length} posts after ${opened} openings and ${closes} closings`]),
    ...posts.flatMap(({ id, message }) => (texts.has(message) ? [] : [`key: ${name}: post ${id} is spoilt`])),
    ...newsFaults(name, deliveries, posts),
  ]
}

/** Bad news are replies: at most one of each delivery, with its text, to a post of the key. */
function newsFaults(name: string, deliveries: Keyed[], posts: StoredPost[]): string[] {
  const byId = new Map(deliveries.map(delivery => [delivery.id, delivery]))
  const roots = new Set(posts.filter(({ root_id }) => root_id === '').map(({ id }) => id))
  const told = new Set<string>()
  return posts.flatMap(({ id, root_id, message }) => {
    if (root_id === '') return []
    const by = byId.get(deliveryOf(id))
    const isNews = by?.outcome === 'updated' && by.sent.text === message && !told.has(by.id)
    told.add(deliveryOf(id))
    return isNews && roots.has(root_id) ? [] : [`key: ${name}: the reply ${id} is wrong`]
  })
}

function threadFaults(name: string, deliveries: Keyed[], posts: StoredPost[]): string[] {
  const [root, ...others] = posts.filter(({ root_id }) => root_id === '')
  const byId = new Map(posts.map(post => [post.id, post]))
  return [
    ...(root && others.length === 0 ? [] : [`thread: ${name} has ${others.length + 1} roots`]),
    ...posts.flatMap(({ id, root_id }) =>
      root_id === '' || root_id === root?.id ? [] : [`thread: ${name}: ${id} is elsewhere`],
    ),
    ...deliveries.flatMap(({ id, sent }) =>
      byId.get(postId(id, 1))?.message === sent.text ? [] : [`thread: ${name}: ${id} has no post`],
    ),
  ]
}
