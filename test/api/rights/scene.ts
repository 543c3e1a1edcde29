import { hashPassword } from '@posthorn/api'
import { createSession, type Db, digest, type NewSession } from '@posthorn/db'
import { openReplays } from '@posthorn/queue'
import { newId, newSecret } from '@posthorn/server'
import { onTestFinished } from 'vitest'
import { wideBounds } from '../../support/bounds.js'
import { password } from '../../support/constants.js'
import { fileOptions } from '../../support/file-options.js'
import { userRow } from '../../support/user-row.js'
import { addTeam, startApi } from '../start-api.js'
import { openThings } from './things.js'

export const roles = ['nobody', 'stranger', 'member', 'boss', 'root'] as const
/** Names the callers: no session, another team's administrator, a member, a team administrator, a system administrator. */
export type Role = (typeof roles)[number]

export type Stage = Awaited<ReturnType<typeof setStage>>
export type Scene = Awaited<ReturnType<Stage['scene']>>

/** Ends every email address, so that tests can find exposed ones. */
export const mailHost = 'people.example'

const sessionMs = 600_000

/** Starts an API with two teams, without a limit on members and with OAuth switched on. */
export async function setStage() {
  const api = await startApi(undefined, { files: await fileOptions() })
  const { db, teamId: team } = api
  const otherTeam = (await addTeam(db, 'other-team')).id
  const passwordHash = await hashPassword(password)
  const replays = openReplays(api.redis, { prefix: api.prefix, ...wideBounds })
  onTestFinished(replays.close)

  /** Creates a user with a session. */
  const enter = async (name: string, teamId: string, teamRoles: string, systemRoles = 'system_user') => {
    const username = `${name}-${newId()}`
    const row = { ...userRow(username), passwordHash, email: `${username}@${mailHost}`, roles: systemRoles }
    const session = await addUser(db, row, { teamId, roles: teamRoles })
    return { id: row.id, username, email: row.email, ...session }
  }
  const enterAs = (role: Role) => {
    if (role === 'stranger') return enter(role, otherTeam, 'team_user team_admin')
    if (role === 'root') return enter(role, '', '', 'system_admin system_user')
    return enter(role, team, role === 'boss' ? 'team_user team_admin' : 'team_user')
  }

  const things = openThings(db, team, replays)
  /** Creates the caller, another member of the team and the objects of a call, all new. */
  const scene = async (role: Role) => {
    const member = (name: string) => enter(name, team, 'team_user')
    const people = {
      caller: await enterAs(role),
      other: await member('other'),
      enter: () => member('third'),
      admin: () => enterAs('boss'),
    }
    /** Returns the token of an app that the caller authorized for `scope`. */
    const appToken = async (scope: string) => {
      const grant = { appId: await things.app(people.other.id), scope }
      return (await beginSession(db, people.caller.id, grant)).token
    }
    return { role, team, otherTeam, db, ...people, ...things, appToken }
  }

  const { caller } = await scene('root')
  const settings = {
    TeamSettings: { MaxUsersPerTeam: 1_000_000 },
    ServiceSettings: { EnableOAuthServiceProvider: true },
  }
  await api.callerWith(caller.token).postJson('/admin/save_config', settings)
  return { ...api, otherTeam, scene }
}

type UserRow = ReturnType<typeof userRow> & { roles: string }

/** Adds a user with a session, to a team unless its ID is empty. One statement, because the tests need thousands of users. */
async function addUser(db: Db, user: UserRow, { teamId, roles }: { teamId: string; roles: string }) {
  const [token, sessionId, nowMs] = [newSecret(), newId(), Date.now()]
  await db.$executeRaw`
    WITH person AS (
      INSERT INTO users (id, username, email, create_at, update_at, password_hash, roles)
      VALUES (${user.id}, ${user.username}, ${user.email}, 1, 1, ${user.passwordHash}, ${user.roles})
    ), membership AS (
      INSERT INTO team_members (team_id, user_id, roles)
      SELECT ${teamId}, ${user.id}, ${roles} WHERE ${teamId} <> ''
    )
    INSERT INTO sessions (id, token_digest, user_id, create_at, expires_at, last_activity_at)
    VALUES (${sessionId}, ${digest(token)}, ${user.id}, ${nowMs}, ${nowMs + sessionMs}, ${nowMs})`
  return { token, sessionId }
}

async function beginSession(db: Db, userId: string, grant?: NewSession['grant']) {
  const [token, sessionId, nowMs] = [newSecret(), newId(), Date.now()]
  const expiresAt = nowMs + sessionMs
  await createSession(db, { id: sessionId, token, userId, nowMs, expiresAt, ...(grant && { grant }) })
  return { token, sessionId }
}
