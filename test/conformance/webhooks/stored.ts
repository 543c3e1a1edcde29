import { deliveryOf } from '@posthorn/core'
import type { Db } from '@posthorn/db'
import type { HookRefusal } from '@posthorn/server'

export type StoredPost = { channel: string; message: string; type: string; props: Record<string, unknown> }

/** Returns the worker's reasons for rejections, by delivery. */
export async function reasons(db: Db): Promise<Map<string, HookRefusal>> {
  const rejected = await db.delivery.findMany({ where: { outcome: 'rejected' } })
  return new Map(rejected.map(({ id, reason }) => [id, reason as HookRefusal]))
}

/** Returns the posts of every delivery in reading order. */
export async function postsByDelivery(db: Db): Promise<Map<string, StoredPost[]>> {
  const names = await channelNames(db)
  const posts = new Map<string, StoredPost[]>()
  for (const { id, channelId, message, type, props } of await db.post.findMany({ orderBy: { id: 'asc' } })) {
    const { webhook_id: _, ...others } = props as StoredPost['props'] // the reference does not store the hook's id
    const post = { channel: names.get(channelId) ?? '', message, type, props: others }
    posts.set(deliveryOf(id), [...(posts.get(deliveryOf(id)) ?? []), post])
  }
  return posts
}

/** Returns channel names by id. A direct channel is `DM(admin,alice)`. */
async function channelNames(db: Db): Promise<Map<string, string>> {
  const [channels, users] = await Promise.all([db.channel.findMany(), db.user.findMany()])
  const usernames = new Map(users.map(({ id, username }) => [id, username]))
  const direct = (name: string) =>
    `DM(${name
      .split('__')
      .map(id => usernames.get(id))
      .toSorted()})`
  return new Map(channels.map(({ id, type, name }) => [id, type === 'D' ? direct(name) : name]))
}
