import { type ApiOptions, hashPassword, openApi } from '@posthorn/api'
import { createSession, type Db, openDb } from '@posthorn/db'
import { connectFailingFast } from '@posthorn/queue'
import { buildApp, newId, newSecret, openLog } from '@posthorn/server'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { password } from '../support/constants.js'
import { startWorld, type WorldOptions } from '../support/world.js'

const log = openLog('test', 'silent')
export const team = 'first-team'
export const noSuchId = 'a'.repeat(26)

export type StartOptions = Omit<WorldOptions, 'hookRate'> &
  Pick<ApiOptions, 'apiRate' | 'consoleFolder' | 'live'>

/** A call as it is registered, its parameters by name. */
export type Route = { method: string; url: string }

/** A world with the API in front of it, behind one trusted proxy; ended with the test. Unlimited unless asked. */
export async function startApi(
  through?: (databaseUrl: string) => Promise<string>,
  { apiRate = 'off', consoleFolder, live = {}, ...options }: StartOptions = {},
) {
  const world = await startWorld({ workerLater: true, ...options })
  const { db, databaseUrl, redis, prefix } = world
  const apiDb = through ? openDb(await through(databaseUrl)) : db
  const folder = consoleFolder === undefined ? {} : { consoleFolder }
  const api = await openApi({ db: apiDb, redis, prefix, log, apiRate, hookRate: 'off', ...folder })
  const app = buildApp({ log, versionId: 'test', trustProxy: 1 })
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    const hidden = (schema as { hide?: boolean } | undefined)?.hide
    if (!hidden) routes.push(...[method].flat().map(name => ({ method: name, url })))
  })
  api.routes(app)
  const closing: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const close of closing) await close()
    await app.close()
    await api.close()
    if (apiDb !== db) await apiDb.$disconnect()
  })
  /** One more api process, on a real port. */
  const listen = async ({ redisUrl = world.redisUrl } = {}) => {
    const startOwnRedis = connectFailingFast(redisUrl)
    const another = await openApi({ db: apiDb, redis: startOwnRedis, prefix, log, apiRate, live })
    const server = buildApp({ log, versionId: 'test' })
    another.routes(server)
    closing.push(async () => {
      await server.close()
      await another.close()
      startOwnRedis.disconnect()
    })
    return { url: await server.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const call = (path: string, request: InjectOptions = {}) =>
    app.inject({ url: `/api/v3${path}`, ...request })
  const post = (path: string, body: string, headers = {}) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  const logIn = (asked: unknown) => post('/users/login', JSON.stringify(asked))
  const tokenOf = async (login_id: string) => {
    const { headers, body } = await logIn({ name: team, login_id, password })
    return String(headers.token ?? body)
  }
  /** A session of somebody who need not log in. */
  const tokenFor = async (userId: string) => {
    const token = newSecret()
    const times = { nowMs: Date.now(), expiresAt: Date.now() + 60_000 }
    await createSession(db, { id: newId(), token, userId, ...times })
    return token
  }
  const as = (token: string) => (path: string) => call(path, bearer(token))
  /** Posts a body as somebody. */
  const by = (token: string) => (path: string, body: unknown) =>
    post(path, JSON.stringify(body), bearer(token).headers)
  const teamId = (await teamNamed(db, team)).id
  return { ...world, world, app, routes, listen, call, post, logIn, tokenOf, tokenFor, as, by, teamId }
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

export function teamNamed(db: Db, name: string) {
  return db.team.findFirstOrThrow({ where: { name } })
}

/** Status and error id, as `401 api.…`, or the status alone when the answer is no error object. */
export function told(answer: LightMyRequestResponse): string {
  const { id, status_code, request_id } = answer.json()
  if (status_code === undefined) return String(answer.statusCode)
  expect(status_code).toBe(answer.statusCode)
  expect(request_id).toBe(answer.headers['x-request-id'])
  return `${status_code} ${id}`
}

export async function addUser(db: Db, username: string, fields: Partial<NewPerson> = {}) {
  const stamps = { createAt: Date.now(), updateAt: Date.now() }
  const passwordHash = await hashPassword(password)
  const id = newId()
  return db.user.create({
    data: { id, ...stamps, username, email: `${username}@localhost`, passwordHash, ...fields },
  })
}

type NewPerson = {
  deleteAt: number
  firstName: string
  lastName: string
  roles: string
  passwordHash: string
}

export async function addTeam(db: Db, name: string) {
  return db.team.create({
    data: {
      id: newId(),
      name,
      displayName: name,
      email: 'owner@localhost',
      createAt: Date.now(),
      updateAt: Date.now(),
    },
  })
}

export async function addChannel(db: Db, teamId: string, name: string, type: 'O' | 'P' = 'O') {
  const stamps = { createAt: Date.now(), updateAt: Date.now() }
  return db.channel.create({ data: { id: newId(), teamId, name, displayName: name, type, ...stamps } })
}

/** Posts in rising order; their ids, newest first. */
export async function addPosts(
  db: Db,
  channelId: string,
  messages: string[],
  deleteAt = 0,
): Promise<string[]> {
  const posts = messages.map(message => ({
    id: newId(),
    createAt: 1_800_000_000_000,
    updateAt: 1_800_000_000_001,
    deleteAt,
    userId: noSuchId,
    channelId,
    message,
    html: '<p>not for the wire</p>',
    htmlVersion: 1,
    props: { from_webhook: 'true' },
  }))
  await db.post.createMany({ data: posts })
  return posts.map(({ id }) => id).toReversed()
}
