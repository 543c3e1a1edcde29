import { type ApiOptions, hashPassword, openApi } from '@posthorn/api'
import { type Db, openDb } from '@posthorn/db'
import { connectFailingFast } from '@posthorn/queue'
import { buildApp, newId, openLog } from '@posthorn/server'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { password } from '../support/constants.js'
import { startWorld, type WorldOptions } from '../support/world.js'
import { callerNamed, callerWith } from './callers.js'

const log = openLog('test', 'silent')
export const team = 'first-team'
export const noSuchId = 'a'.repeat(26)

export type StartOptions = WorldOptions &
  Pick<
    ApiOptions,
    | 'apiRate'
    | 'bodies'
    | 'consoleFolder'
    | 'live'
    | 'push'
    | 'mail'
    | 'mailServer'
    | 'baseUrl'
    | 'files'
    | 'metrics'
  >

/** Describes a registered route with its named parameters. `query`: the names of its query parameters. */
export type Route = { method: string; url: string; query: string[] }

/** Starts a world and an API behind one trusted proxy, without rate limits by default; closed at the end of the test. */
export async function startApi(
  through?: (databaseUrl: string) => Promise<string>,
  {
    apiRate = 'off',
    consoleFolder,
    live = {},
    push,
    mail,
    mailServer,
    baseUrl,
    ...options
  }: StartOptions = {},
) {
  const world = await startWorld({ workerLater: true, ...options })
  const { db, databaseUrl, redis, prefix } = world
  const apiDb = through ? openDb(await through(databaseUrl)) : db
  const folder = consoleFolder === undefined ? {} : { consoleFolder }
  const pushing = { ...(push && { push }), ...(mail && { mail }), mailServer, baseUrl }
  const bounds = { hookRate: 'off' as const, ...options, secretBox: world.secretBox }
  const api = await openApi({ db: apiDb, redis, prefix, log, apiRate, ...bounds, ...folder, ...pushing })
  const app = buildApp({ log, versionId: 'test', trustProxy: 1, strangers: api.strangers })
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const hidden = (schema as { hide?: boolean } | undefined)?.hide
    const query = Object.keys(config?.call?.query?.shape ?? {})
    if (!hidden) routes.push(...[method].flat().map(name => ({ method: name, url, query })))
  })
  api.routes(app)
  onTestFinished(async () => {
    await app.close()
    await api.close()
    if (apiDb !== db) await apiDb.$disconnect()
  })
  const teamId = (await teamNamed(db, team)).id
  /** Starts another API process on a real port, which closes before the first. */
  const listen = ({ redisUrl = world.redisUrl, ...more }: ListenOptions = {}) =>
    startAnother(redisUrl, {
      db: apiDb,
      prefix,
      log,
      apiRate,
      live,
      secretBox: world.secretBox,
      ...(options.files && { files: options.files }),
      ...pushing,
      ...more,
    })
  return { ...world, world, app, api, routes, listen, teamId, ...calling(app, db, teamId) }
}

type ListenOptions = Pick<ApiOptions, 'baseUrl' | 'secretBox' | 'hookRate'> & {
  redisUrl?: string
  trustProxy?: number
}

async function startAnother(
  redisUrl: string,
  { trustProxy, ...options }: Omit<ApiOptions, 'redis'> & Pick<ListenOptions, 'trustProxy'>,
) {
  const redis = connectFailingFast(redisUrl)
  const api = await openApi({ ...options, redis })
  const app = buildApp({ log, versionId: 'test', trustProxy, strangers: api.strangers })
  api.routes(app)
  onTestFinished(async () => {
    await app.close()
    await api.close()
    redis.disconnect()
  })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Returns helpers for calls without a session, with a login, or as a user. */
function calling(app: FastifyInstance, db: Db, teamId: string) {
  const call = (path: string, request: InjectOptions = {}) =>
    app.inject({ url: `/api/v3${path}`, ...request })
  const post = (path: string, body: string, headers = {}) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  const logIn = (asked: unknown) => post('/users/login', JSON.stringify(asked))
  return {
    call,
    post,
    logIn,
    /** Logs in and returns the session's token. */
    tokenOf: async (login_id: string) => {
      const { headers, body } = await logIn({ name: team, login_id, password })
      return String(headers.token ?? body)
    },
    /** Returns callers by name; see callerNamed. */
    callers: async <Name extends string>(...names: Name[]) => {
      const all = await Promise.all(
        names.map(async name => [name, await callerNamed(app, db, teamId, name)] as const),
      )
      return Object.fromEntries(all) as Record<Name, (typeof all)[number][1]>
    },
    callerWith: (token: string) => callerWith(app, token),
  }
}

export function teamNamed(db: Db, name: string) {
  return db.team.findFirstOrThrow({ where: { name } })
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

/** Adds posts in ascending order and returns their ids, newest first. */
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
