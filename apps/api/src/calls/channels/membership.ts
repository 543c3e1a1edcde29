import { addMember, type Channel, type NewPost, removeMember } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { userAdded, userRemoved } from '../../live/events.js'

/** The name of the channel that every team member belongs to. */
export const defaultChannel = 'town-square'

/** `message` is posted to the channel; `isMentioned` says whether it counts as a mention of the new member. */
type Addition = { userId: string; message: NewPost; isMentioned: boolean }

/** Adds a member and announces it. Does nothing if the user is already one. */
export async function addAndNotify(
  { db, live }: ApiDeps,
  channel: Channel,
  { userId, message, isMentioned }: Addition,
): Promise<void> {
  if (!(await addMember(db, userId, message, isMentioned))) return
  live.publish(userAdded(channel, userId))
  live.posted([message.id])
}

/** Returns false if the user was not a member. The author of the message is the user who removed them. */
export async function removeAndNotify(
  { db, live }: ApiDeps,
  channel: Channel,
  { userId, message }: Omit<Addition, 'isMentioned'>,
): Promise<boolean> {
  if (!(await removeMember(db, userId, message))) return false
  live.posted([message.id])
  live.publish(...userRemoved(channel, userId, message.userId))
  return true
}

/** Returns why a member may not leave or be removed, or undefined. */
export function whyNobodyLeaves({ type, name, deleteAt }: Channel) {
  if (type === 'D') return 'members_of_direct'
  if (deleteAt > 0) return 'archived_for_members'
  return name === defaultChannel ? 'default_channel_keeps' : undefined
}
