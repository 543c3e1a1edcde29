import { hashPassword } from '@posthorn/api'
import { createSession, directChannels, directName, saveSettings } from '@posthorn/db'
import { openReplays } from '@posthorn/queue'
import { newId, newSecret } from '@posthorn/server'
import { onTestFinished } from 'vitest'
import { password } from '../../support/constants.js'
import { userRow } from '../../support/user-row.js'
import { addChannel, addTeam, startApi } from '../start-api.js'

export const roles = ['nobody', 'stranger', 'member', 'boss', 'root'] as const
/** Who calls: without a session; an administrator of another team; a member; an administrator of the team; one of the system. */
export type Role = (typeof roles)[number]

export type Stage = Awaited<ReturnType<typeof setStage>>
export type Scene = Awaited<ReturnType<Stage['scene']>>

/** Everybody's address ends so, so that one that is shown can be found. */
export const mailHost = 'people.example'

/** An API with a team, and another team beside it. A team holds as many as there are. */
export async function setStage() {
  const api = await startApi()
  const { db, teamId: team } = api
  await saveSettings(db, { MaxUsersPerTeam: 1_000_000 })
  const otherTeam = (await addTeam(db, 'other-team')).id
  const passwordHash = await hashPassword(password)
  const replays = openReplays(api.redis, api.prefix)
  onTestFinished(replays.close)

  /** Somebody new. */
  const enter = async (name: string, teamId: string, teamRoles: string, systemRoles = 'system_user') => {
    const username = `${name}-${newId()}`
    const row = { ...userRow(username), passwordHash, email: `${username}@${mailHost}`, roles: systemRoles }
    const { id } = await db.user.create({ data: row })
    if (teamId !== '') await db.teamMember.create({ data: { teamId, userId: id, roles: teamRoles } })
    return { id, username, email: row.email, ...(await sessionFor(id)) }
  }
  const sessionFor = async (userId: string) => {
    const [token, sessionId] = [newSecret(), newId()]
    const nowMs = Date.now()
    await createSession(db, { id: sessionId, token, userId, nowMs, expiresAt: nowMs + 600_000 })
    return { token, sessionId }
  }
  const enterAs = (role: Role) => {
    if (role === 'stranger') return enter(role, otherTeam, 'team_user team_admin')
    if (role === 'root') return enter(role, '', '', 'system_admin system_user')
    return enter(role, team, role === 'boss' ? 'team_user team_admin' : 'team_user')
  }

  /** The caller, somebody else of the team, and what a call can be about; new for each call. */
  const scene = async (role: Role) => {
    const [caller, other] = [await enterAs(role), await enter('other', team, 'team_user')]
    return {
      role,
      team,
      otherTeam,
      caller,
      other,
      enter: () => enter('third', team, 'team_user'),
      db,
      ...things,
    }
  }

  const make = () => {
    const join = (channelId: string, ...userIds: string[]) =>
      db.channelMember.createMany({ data: userIds.map(userId => ({ channelId, userId })) })
    const channel = async (type: 'O' | 'P', ...members: string[]) => {
      const { id, name } = await addChannel(db, team, `c-${newId()}`, type)
      await join(id, ...members)
      return { id, name }
    }
    const direct = async (userId: string, withId: string) => {
      const pair = { userId, otherId: withId }
      const made = (await directChannels(db, [pair], Date.now())).get(directName(pair))
      if (!made) throw new Error('no direct channel')
      return made.id
    }
    const post = async (channelId: string, userId: string) => {
      const now = Date.now()
      const text = { message: 'written before', html: '<p>written before</p>', htmlVersion: 1 }
      const { id } = await db.post.create({
        data: { id: newId(), createAt: now, updateAt: now, channelId, userId, ...text },
      })
      return id
    }
    const hook = async (userId: string, teamId = team) => {
      const stamps = { createAt: Date.now(), updateAt: Date.now() }
      const { id } = await channel('O')
      return (await db.hook.create({ data: { id: newId(), ...stamps, userId, teamId, channelId: id } })).id
    }
    const delivery = async (hookId: string) => {
      const settled = { settledAt: Date.now(), outcome: 'rejected', reason: 'unknown_channel' }
      const { id } = await db.delivery.create({
        data: { id: newId(), hookId, teamId: team, requestId: newId(), payload: '{"text":"x"}', ...settled },
      })
      return id
    }
    /** A replay of all that a hook could not post. */
    const replay = async (hookId: string) => {
      const [id, none] = [newId(), '0'.repeat(26)]
      await replays.replayAll(id, { hookId, fromMs: 0, toMs: 1, after: none, end: none, total: 0, done: 0 })
      return id
    }
    return { channel, direct, post, hook, delivery, replay }
  }
  const things = make()
  return { ...api, otherTeam, scene }
}
