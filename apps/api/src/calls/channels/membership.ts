import { addMember, type Channel, type NewPost, removeMember } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { userAdded, userRemoved } from '../../live/events.js'

/** The channel that everybody in a team is in. */
export const defaultChannel = 'town-square'

/** `message` is what the channel is told; `isMentioned` says whether it counts for who was added. */
type Addition = { userId: string; message: NewPost; isMentioned: boolean }

/** Makes a member and says so to those who listen; who is one already stays one. */
export async function addAndNotify(
  { db, live }: ApiDeps,
  channel: Channel,
  { userId, message, isMentioned }: Addition,
): Promise<void> {
  if (!(await addMember(db, userId, message, isMentioned))) return
  live.tell(userAdded(channel, userId))
  live.posted([message.id])
}

/** False when the user was no member. The author of the message is who took them out. */
export async function removeAndNotify(
  { db, live }: ApiDeps,
  channel: Channel,
  { userId, message }: Omit<Addition, 'isMentioned'>,
): Promise<boolean> {
  if (!(await removeMember(db, userId, message))) return false
  live.posted([message.id])
  live.tell(...userRemoved(channel, userId, message.userId))
  return true
}

/** Why nobody leaves a channel or is taken out of it; undefined where they may. */
export function whyNobodyLeaves({ type, name, deleteAt }: Channel) {
  if (type === 'D') return 'members_of_direct'
  if (deleteAt > 0) return 'archived_for_members'
  return name === defaultChannel ? 'default_channel_keeps' : undefined
}
