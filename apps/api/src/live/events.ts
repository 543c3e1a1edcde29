import type { PreferenceObject } from '@posthorn/contract'
import type { Channel, Post, ThreadSummary, User } from '@posthorn/db'
import type { LiveEvent } from '@posthorn/queue'
import { channelObject } from '../objects/channel-object.js'
import { postObject, threadObject } from '../objects/post-object.js'
import { asOwn, profileObject, userObject, type Visibility } from '../objects/user-object.js'

type Audience = Partial<LiveEvent['broadcast']>

/** Publishes the API's changes as live events, one function per change. A post is JSON within JSON. */
function event(name: string, data: LiveEvent['data'], audience: Audience): LiveEvent {
  const everybody = { user_id: '', channel_id: '', team_id: '', omit_users: null }
  return { event: name, data, broadcast: { ...everybody, ...audience } }
}

export const hello = (userId: string, version: string) =>
  event('hello', { server_version: version }, { user_id: userId })

export const postEdited = (post: Post) =>
  event('post_edited', { post: JSON.stringify(postObject(post, true)) }, { channel_id: post.channelId })

export const postDeleted = (post: Post, thread?: ThreadSummary) =>
  event(
    'post_deleted',
    { post: JSON.stringify(postObject(post, true)), ...threadOfReply(post, thread) },
    { channel_id: post.channelId },
  )

/** With a reply, clients get the state of its thread, so that they need not count. */
export function threadOfReply({ rootId }: Post, thread: ThreadSummary | undefined): { thread?: string } {
  return rootId === '' ? {} : { thread: JSON.stringify(threadObject(thread)) }
}

/** For the creator's other clients; the rest of the team finds the channel in the list. */
export const channelCreated = ({ id, teamId, creatorId }: Channel) =>
  event('channel_created', { channel_id: id, team_id: teamId }, { user_id: creatorId })

export const channelUpdated = (channel: Channel) =>
  event('channel_updated', { channel: JSON.stringify(channelObject(channel)) }, whoMayKnowOf(channel))

export const channelDeleted = (channel: Channel) =>
  event('channel_deleted', { channel_id: channel.id }, whoMayKnowOf(channel))

export const channelRestored = (channel: Channel) =>
  event('channel_restored', { channel_id: channel.id }, whoMayKnowOf(channel))

/** Only members learn that a private channel exists. */
function whoMayKnowOf({ id, teamId, type }: Channel): Audience {
  return type === 'O' ? { team_id: teamId } : { channel_id: id }
}

/** Notifies both users. */
export const directAdded = ({ id }: Channel, [one, other]: [string, string]) =>
  [
    { user_id: one, teammate_id: other },
    { user_id: other, teammate_id: one },
  ].map(({ user_id, teammate_id }) => event('direct_added', { channel_id: id, teammate_id }, { user_id }))

export const userAdded = ({ id, teamId }: Channel, userId: string) =>
  event('user_added', { channel_id: id, user_id: userId, team_id: teamId }, { channel_id: id })

/** The removed user is no longer a member and is notified separately. */
export const userRemoved = ({ id }: Channel, userId: string, removerId: string) => {
  const data = { channel_id: id, user_id: userId, remover_id: removerId }
  return [event('user_removed', data, { channel_id: id }), event('user_removed', data, { user_id: userId })]
}

export const channelViewed = (channelId: string, userId: string) =>
  event('channel_viewed', { channel_id: channelId }, { user_id: userId })

export const addedToTeam = (teamId: string, userId: string) =>
  event('added_to_team', { team_id: teamId, user_id: userId }, { user_id: userId })

/** The user who left is no longer a member and is notified separately. */
export const leftTeam = (teamId: string, userId: string) => {
  const data = { team_id: teamId, user_id: userId }
  return [event('leave_team', data, { team_id: teamId }), event('leave_team', data, { user_id: userId })]
}

export const newUser = ({ id }: User) => event('new_user', { user_id: id }, {})

/** Others get the public fields of a user; the user gets all. */
export const userUpdated = (user: User, visible: Visibility) => [
  event('user_updated', { user: profileObject(user, visible) }, { omit_users: { [user.id]: true } }),
  event('user_updated', { user: userObject(asOwn(user)) }, { user_id: user.id }),
]

/** For the user's other clients. */
export const preferencesSaved = (userId: string, preferences: PreferenceObject[]) =>
  event('preferences_changed', { preferences: JSON.stringify(preferences) }, { user_id: userId })

export const preferencesDeleted = (userId: string, preferences: PreferenceObject[]) =>
  event('preferences_deleted', { preferences: JSON.stringify(preferences) }, { user_id: userId })
