import type { ChannelMemberObject, ChannelObject, PostObject, UserObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'
import { refetchChannelLists } from '../data/channels.js'
import { appendPost, changeWindows, type PostWindow, replacePost, setThread } from '../data/posts/windows.js'
import { mentionsIn, postIn, type SocketEvent, threadIn } from './events.js'

type Apply = (client: QueryClient, me: string, event: SocketEvent) => void

const refetchChannels: Apply = client => void refetchChannelLists(client)

const refetchTeams: Apply = client => void client.invalidateQueries({ queryKey: ['teams'] })

/** Sets the state of the thread that an event is about, if it is about a reply. */
function withThread(window: PostWindow, event: SocketEvent, rootId: string): PostWindow {
  const thread = threadIn(event)
  return thread ? setThread(window, rootId, thread) : window
}

const changePost: Apply = (client, _, event) => {
  const post = postIn(event)
  changeWindows(client, post.channel_id, window => withThread(replacePost(window, post), event, post.root_id))
}

const addPost: Apply = (client, me, event) => {
  const post = postIn(event)
  changeWindows(client, post.channel_id, (window, shown) =>
    withThread(appendPost(window, shown, post), event, post.root_id),
  )
  if (!isKnownChannel(client, post.channel_id)) return refetchChannels(client, me, event)
  if (isCounted(post)) countNewPost(client, post, { me, isMentioned: mentionsIn(event).includes(me) })
}

const markRead: Apply = (client, _, { data }) => {
  const channel = String(data.channel_id)
  const totals = new Map(
    client
      .getQueriesData<ChannelObject[]>({ queryKey: ['channels'] })
      .flatMap(([, channels]) => channels ?? [])
      .map(({ id, total_msg_count }) => [id, total_msg_count]),
  )
  client.setQueriesData<Record<string, ChannelMemberObject>>({ queryKey: ['memberships'] }, members => {
    const member = members?.[channel]
    if (!member) return members
    const read = { ...member, msg_count: totals.get(channel) ?? member.msg_count, mention_count: 0 }
    return { ...members, [channel]: read }
  })
}

/** Refreshes the user, the picture (which is not in the event), and users who had or have the name. */
const refetchUser: Apply = (client, _, { data }) => {
  const { id } = data.user as UserObject
  for (const key of [id, 'by name']) void client.invalidateQueries({ queryKey: ['users', key] })
}

const refetchPreferences: Apply = client => void client.invalidateQueries({ queryKey: ['preferences'] })

function isKnownChannel(client: QueryClient, id: string): boolean {
  const lists = client.getQueriesData<ChannelObject[]>({ queryKey: ['channels'] })
  return lists.some(([, channels]) => channels?.some(channel => channel.id === id))
}

/** How each event changes the cached data. */
const effects: Record<string, Apply> = {
  posted: addPost,
  post_edited: changePost,
  post_deleted: changePost,
  channel_viewed: markRead,
  channel_created: refetchChannels,
  channel_updated: refetchChannels,
  channel_deleted: refetchChannels,
  channel_restored: refetchChannels,
  direct_added: refetchChannels,
  user_added: refetchChannels,
  user_removed: refetchChannels,
  added_to_team: refetchTeams,
  leave_team: refetchTeams,
  user_updated: refetchUser,
  preferences_changed: refetchPreferences,
  preferences_deleted: refetchPreferences,
}

/** Applies an event to the cached data. */
export function applyEvent(client: QueryClient, me: string, event: SocketEvent): void {
  effects[event.event]?.(client, me, event)
}

/** Messages about joining and leaving are not counted (docs/behaviour.md, channels). */
const uncounted = new Set([
  'system_join_channel',
  'system_leave_channel',
  'system_add_to_channel',
  'system_remove_from_channel',
])

function isCounted({ type }: PostObject): boolean {
  return !uncounted.has(type)
}

type Reader = { me: string; isMentioned: boolean }

/** Counts a new post as the server does: for the channel, as a mention, or as read if the user wrote it. */
function countNewPost(client: QueryClient, post: PostObject, { me, isMentioned }: Reader): void {
  let total: number | undefined
  client.setQueriesData<ChannelObject[]>({ queryKey: ['channels'] }, channels =>
    channels?.map(channel => {
      if (channel.id !== post.channel_id) return channel
      total = channel.total_msg_count + 1
      const last_post_at = Math.max(channel.last_post_at, post.create_at)
      return { ...channel, total_msg_count: total, last_post_at }
    }),
  )
  const isOwn = post.user_id === me && post.props.from_webhook !== 'true'
  if (!isOwn && !isMentioned) return
  client.setQueriesData<Record<string, ChannelMemberObject>>({ queryKey: ['memberships'] }, members => {
    const member = members?.[post.channel_id]
    if (!member) return members
    const counted = isOwn
      ? { ...member, msg_count: total ?? member.msg_count, mention_count: 0 }
      : { ...member, mention_count: member.mention_count + 1 }
    return { ...members, [post.channel_id]: counted }
  })
}
