import { createClient } from '@posthorn/contract'
import { createSession, type Db } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { userRow } from '../support/user-row.js'

type Headers = Record<string, string>

/** Makes calls with a user's session. */
export type Caller = ReturnType<typeof callerWith>

/** Returns a caller with this token. */
export function callerWith(app: FastifyInstance, token: string) {
  const { headers } = bearer(token)
  const get = (path: string, more: Headers = {}) =>
    app.inject({ url: `/api/v3${path}`, headers: { ...headers, ...more } })
  /** Sends a string unchanged, and anything else as JSON. */
  const post = (path: string, body: unknown = {}, more: Headers = {}) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    return app.inject({ method: 'POST', url: `/api/v3${path}`, headers: { ...headers, ...more }, payload })
  }
  return {
    token,
    headers,
    get,
    post,
    /** Returns the status and id of a GET, or of a POST if there is a body. */
    statusAndId: async (path: string, body?: unknown) =>
      statusAndId(await (body === undefined ? get(path) : post(path, body))),
    /** Returns the response's object, and fails on an error. */
    getJson: async (path: string) => objectOf(await get(path)),
    postJson: async (path: string, body?: unknown) => objectOf(await post(path, body)),
    /** Makes valid calls with the typed client. */
    client: createClient({ token, fetch: injecting(app) }),
  }
}

/** Finds or creates a caller: `boss…` administers the team, `stranger…` is in no team, all others are members. */
export async function callerNamed(app: FastifyInstance, db: Db, teamId: string, username: string) {
  const known = await db.user.findUnique({ where: { username } })
  const { id } = known ?? (await db.user.create({ data: userRow(username) }))
  const roles = username.startsWith('boss') ? 'team_user team_admin' : 'team_user'
  if (!known && !username.startsWith('stranger'))
    await db.teamMember.create({ data: { teamId, userId: id, roles } })
  return { id, ...callerWith(app, await sessionOf(db, id)) }
}

const longerThanTestsMs = 3_600_000

/** Creates a session without a login and returns its token. */
export async function sessionOf(db: Db, userId: string): Promise<string> {
  const token = newSecret()
  const nowMs = Date.now()
  await createSession(db, { id: newId(), token, userId, nowMs, expiresAt: nowMs + longerThanTestsMs })
  return token
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Returns `401 api.…`, or only the status if the response is not an error object. */
export function statusAndId(answer: LightMyRequestResponse): string {
  if (!/^application\/json\b/.test(String(answer.headers['content-type']))) return String(answer.statusCode)
  const { id, status_code, request_id } = answer.json()
  if (status_code === undefined) return String(answer.statusCode)
  expect(status_code).toBe(answer.statusCode)
  expect(request_id).toBe(answer.headers['x-request-id'])
  return `${status_code} ${id}`
}

function objectOf(answer: LightMyRequestResponse) {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** Returns a `fetch` that works without a connection. */
function injecting(app: FastifyInstance): typeof fetch {
  return async (url, { method, headers, body } = {}) => {
    const payload = typeof body === 'string' ? { payload: body } : {}
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: String(url),
      headers: Object.fromEntries(new Headers(headers)),
      ...payload,
    })
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Headers })
  }
}
