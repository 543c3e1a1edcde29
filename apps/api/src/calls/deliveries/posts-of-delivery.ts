import type { DeliveredPost, DeliveryChannel } from '@posthorn/contract'
import type { Channel, Post } from '@posthorn/db'

/** A post's text is only for those who may read its channel. */
export function deliveredPost(post: Post, readable: boolean): DeliveredPost {
  const { id, channelId, createAt, deleteAt } = post
  const shown = readable && deleteAt === 0 ? post : { message: '', html: '', type: '', props: {} }
  const { message, html = '', type, props } = shown
  return { id, channel_id: channelId, create_at: createAt, delete_at: deleteAt, message, html, type, props }
}

/** The same applies to the channel's names. */
export function deliveryChannel(
  {
    id,
    type,
    name,
    displayName,
    deleteAt,
  }: Pick<Channel, 'id' | 'type' | 'name' | 'displayName' | 'deleteAt'>,
  readable: boolean,
): DeliveryChannel {
  const names = readable ? { name, display_name: displayName } : { name: '', display_name: '' }
  return { id, type, delete_at: deleteAt, ...names }
}
