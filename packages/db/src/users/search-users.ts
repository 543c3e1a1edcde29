import type { Db } from '../connection/open.js'
import { beginsWithWords, wordsOf } from '../connection/words.js'
import { systemUserId } from './system-user.js'
import { findUsers, type User } from './users.js'

/** Filters users. Empty or absent fields match everything. */
export type UserSearch = {
  term: string
  /** Fields to search besides user name and nickname. */
  by: { email: boolean; fullName: boolean }
  teamId?: string | undefined
  inChannelId?: string | undefined
  notInChannelId?: string | undefined
  withInactive?: boolean | undefined
  limit: number
}

/** Returns users whose names have a word starting with each word of `term`, by user name. */
export async function searchUsers(db: Db, search: UserSearch): Promise<User[]> {
  const { term, by, teamId = '', inChannelId = '', notInChannelId = '', withInactive = false, limit } = search
  const names = ['username', 'nickname']
  if (by.fullName) names.push('first_name', 'last_name')
  if (by.email) names.push('email')
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM users
    WHERE id <> ${systemUserId} AND (${withInactive} OR delete_at = 0)
      AND (${teamId === ''} OR EXISTS (
        SELECT FROM team_members m WHERE m.user_id = users.id AND m.team_id = ${teamId} AND m.delete_at = 0))
      AND (${inChannelId === ''} OR EXISTS (
        SELECT FROM channel_members m WHERE m.user_id = users.id AND m.channel_id = ${inChannelId}))
      AND NOT EXISTS (
        SELECT FROM channel_members m WHERE m.user_id = users.id AND m.channel_id = ${notInChannelId})
      AND ${beginsWithWords(names.join(` || ' ' || `), wordsOf(term))}
    ORDER BY username LIMIT ${limit}`
  const ids = found.map(({ id }) => id)
  const users = new Map((await findUsers(db, ids)).map(user => [user.id, user]))
  return ids.flatMap(id => users.get(id) ?? [])
}
