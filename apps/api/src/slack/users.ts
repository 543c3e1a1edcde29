import type { UserObject } from '@posthorn/contract'
import { findUser, findUserByEmail, teamUsersPage, type User } from '@posthorn/db'
import { isBlindToEmails } from '../calls/users/wanted-email.js'
import { profileFor } from '../objects/profiles.js'
import { asOwn } from '../objects/user-object.js'
import { type SlackResult, slackFailure } from './answers.js'
import type { SlackCall } from './callers.js'
import { nextCursor, offsetIn, pageSize } from './pages.js'

export async function userInfo({ deps, user, teamId, args }: SlackCall): Promise<SlackResult> {
  const found = typeof args.user === 'string' ? await findUser(deps.db, args.user) : undefined
  return found
    ? { fields: { user: slackUser(profileFor(deps, user, found), teamId) } }
    : slackFailure('user_not_found')
}

/** Lists the members of the team, by name. */
export async function listUsers({ deps, user, teamId, args }: SlackCall): Promise<SlackResult> {
  const offset = offsetIn(args)
  if (offset === undefined) return slackFailure('invalid_cursor')
  const limit = pageSize(args)
  const users = await teamUsersPage(deps.db, teamId, offset, limit + 1)
  return {
    fields: {
      members: users.slice(0, limit).map(each => slackUser(profileFor(deps, user, each), teamId)),
      cache_ts: Math.floor(deps.nowMs() / 1000),
      ...nextCursor(users.length > limit ? String(offset + limit) : ''),
    },
  }
}

/** Callers who may not see addresses find only themselves. */
export async function lookUpByEmail({ deps, user, teamId, args }: SlackCall): Promise<SlackResult> {
  const email = typeof args.email === 'string' ? args.email.toLowerCase() : ''
  const found = await byEmail({ deps, user }, email)
  return found
    ? { fields: { user: slackUser(profileFor(deps, user, found), teamId) } }
    : slackFailure('users_not_found')
}

async function byEmail(
  { deps, user }: Pick<SlackCall, 'deps' | 'user'>,
  email: string,
): Promise<User | undefined> {
  if (email === '') return undefined
  if (email === asOwn(user).email) return user
  return isBlindToEmails(deps, user) ? undefined : findUserByEmail(deps.db, email)
}

/** Returns Slack's object of a user, with what the caller may see. */
function slackUser(user: UserObject, teamId: string) {
  const { id, username, first_name, last_name, nickname, email, position, roles } = user
  const realName = `${first_name} ${last_name}`.trim() || username
  const names = { first_name, last_name, real_name: realName, display_name: nickname || username }
  return {
    id,
    team_id: teamId,
    name: username,
    real_name: realName,
    deleted: user.delete_at > 0,
    is_admin: roles.split(' ').includes('system_admin'),
    is_bot: user.is_bot === true,
    updated: Math.floor(user.update_at / 1000),
    profile: { ...names, title: position, ...(email !== '' && { email }) },
  }
}
