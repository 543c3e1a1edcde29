import type { DeliveredPost, DeliveryChannel } from '@posthorn/contract'
import type { Channel, PostOfDelivery } from '@posthorn/db'

/** A post's text is only for those who may read its channel. */
export function deliveredPost(
  deliveryId: string,
  { post, setBy, versionId }: PostOfDelivery,
  readable: boolean,
): DeliveredPost {
  const { id, channelId, rootId, createAt, deleteAt } = post
  const isStored = versionId !== undefined || setBy === deliveryId
  const shown = readable && isStored && deleteAt === 0 ? post : { message: '', html: '', type: '', props: {} }
  const { message, html = '', type, props } = shown
  return {
    id,
    channel_id: channelId,
    root_id: rootId,
    create_at: createAt,
    delete_at: deleteAt,
    set_by: setBy,
    version_id: versionId ?? '',
    message,
    html,
    type,
    props,
  }
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
