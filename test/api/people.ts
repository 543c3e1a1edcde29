import { createSession } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import type { LightMyRequestResponse } from 'fastify'
import { userRow } from '../support/user-row.js'
import { bearer, type startApi, told } from './start-api.js'

export type Api = Awaited<ReturnType<typeof startApi>>

export type Person = Awaited<ReturnType<typeof enter>>

/** Who calls: `admin` and `reader` of every world, people of the team and of no team, made when they are first named. */
export async function people<Name extends string>(api: Api, ...names: Name[]): Promise<Record<Name, Person>> {
  const entered = await Promise.all(names.map(async name => [name, await enter(api, name)] as const))
  return Object.fromEntries(entered) as Record<Name, Person>
}

/** `boss…` is an administrator of the team, `stranger…` in no team, anybody else a member. */
async function enter(api: Api, username: string) {
  const { db, teamId, call } = api
  const known = await db.user.findUnique({ where: { username } })
  const user = known ?? (await db.user.create({ data: userRow(username) }))
  const roles = username.startsWith('boss') ? 'team_user team_admin' : 'team_user'
  if (!known && !username.startsWith('stranger'))
    await db.teamMember.create({ data: { teamId, userId: user.id, roles } })
  const token = newSecret()
  const nowMs = Date.now()
  await createSession(db, { id: newId(), token, userId: user.id, nowMs, expiresAt: nowMs + 600_000 })

  const get = (path: string, headers = {}) =>
    call(path, { headers: { ...bearer(token).headers, ...headers } })
  const post = (path: string, body: unknown = {}) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    return call(path, { method: 'POST', ...bearer(token), payload })
  }
  return {
    id: user.id,
    get,
    post,
    /** The answer's object, which has to be no error. */
    read: async (path: string) => good(await get(path)),
    make: async (path: string, body?: unknown) => good(await post(path, body)),
    /** Status and error id. */
    told: async (path: string, body?: unknown) =>
      told(await (body === undefined ? get(path) : post(path, body))),
  }
}

function good(answer: LightMyRequestResponse) {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}
