import type { AddressInfo } from 'node:net'
import { createSession, type Db } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { type StartOptions, startApi } from '../api/start-api.js'
import { firstHookKey } from './constants.js'
import type { World } from './world.js'

type Answer = Record<string, unknown> & {
  ok: boolean
  error?: string
  ts?: string
  status: number
  retryAfter: string | null
}

/** Starts a world whose `url` is that of an API, which serves Slack's methods. Its ingress is at `ingressUrl`. */
export async function startSlack(options: StartOptions = {}, through?: Parameters<typeof startApi>[0]) {
  const api = await startApi(through, { workerLater: false, ...options })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  return { ...api, ingressUrl: api.url, url: `http://127.0.0.1:${port}`, port }
}

/** Returns a function that calls a method of Slack's API with JSON. */
export const calling =
  ({ url }: Pick<World, 'url'>, token: string = firstHookKey) =>
  async (method: string, args: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const type = typeof args === 'string' ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/${method}`, {
      method: 'POST',
      headers: { ...type, ...(token && { authorization: `Bearer ${token}` }), ...headers },
      body: typeof args === 'string' ? args : JSON.stringify(args),
    })
    return {
      ...((await response.json()) as Answer),
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
    }
  }

/** Gives an app a token of this user. */
export async function tokenOf(db: Db, username: string, scope: string): Promise<string> {
  const user = await db.user.findUniqueOrThrow({ where: { username } })
  const [appId, token, nowMs] = [newId(), newId(), Date.now()]
  const made = { createAt: nowMs, updateAt: nowMs, creatorId: user.id, callbackUrls: [], homepage: '' }
  await db.oauthApp.create({ data: { id: appId, name: 'Deploys', secretDigest: Buffer.alloc(0), ...made } })
  const expiresAt = nowMs + 3_600_000
  await createSession(db, { id: newId(), token, userId: user.id, nowMs, expiresAt, grant: { appId, scope } })
  return token
}
