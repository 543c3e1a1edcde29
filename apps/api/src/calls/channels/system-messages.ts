import { htmlVersion, renderMarkdown, timeOf } from '@posthorn/core'
import type { Channel, NewPost, User } from '@posthorn/db'
import { newId } from '@posthorn/server'

/** A user that a message is about. */
type Named = Pick<User, 'username'>

/** System messages of a channel, with the reference's types and props, by which clients translate them. */
export function systemMessage(
  { id: channelId }: Channel,
  author: User,
  type: string,
  message: string,
  props: Record<string, string>,
): NewPost {
  const id = newId()
  return {
    id,
    createAt: timeOf(id),
    userId: author.id,
    channelId,
    rootId: '',
    message,
    html: renderMarkdown(message),
    htmlVersion,
    type,
    props: JSON.stringify(props),
  }
}

export const joined = (channel: Channel, user: User) =>
  systemMessage(channel, user, 'system_join_channel', `${user.username} has joined the channel.`, {
    username: user.username,
  })

export const left = (channel: Channel, user: User) =>
  systemMessage(channel, user, 'system_leave_channel', `${user.username} has left the channel.`, {
    username: user.username,
  })

export const added = (channel: Channel, by: User, { username }: Named) =>
  systemMessage(channel, by, 'system_add_to_channel', `${username} added to the channel by ${by.username}.`, {
    username: by.username,
    addedUsername: username,
  })

export const removed = (channel: Channel, by: User, { username }: Named) =>
  systemMessage(channel, by, 'system_remove_from_channel', `${username} was removed from the channel.`, {
    removedUsername: username,
  })

export const archived = (channel: Channel, by: User) =>
  systemMessage(channel, by, 'system_channel_deleted', `${by.username} has archived the channel.`, {
    username: by.username,
  })

export const restored = (channel: Channel, by: User) =>
  systemMessage(channel, by, 'system_channel_restored', `${by.username} has restored the channel.`, {
    username: by.username,
  })
