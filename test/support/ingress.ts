import type { AddressInfo } from 'node:net'
import type { Db } from '@posthorn/db'
import { type IngressOptions, openIngress } from '@posthorn/ingress'
import { connectFailingFast, redisReady } from '@posthorn/queue'
import { buildApp, openLog } from '@posthorn/server'
import { firstHookKey } from './constants.js'

const log = openLog('test', 'silent')

export type StartIngressOptions = Omit<IngressOptions, 'redis' | 'log'> & {
  db: Db
  redisUrl: string
  /** The number of trusted proxies in front. */
  trustProxy?: number
}

/** Starts an ingress with its own Redis connection on a real port. `close` may be called twice. */
export async function startIngress({ redisUrl, trustProxy, ...options }: StartIngressOptions) {
  const redis = connectFailingFast(redisUrl)
  await redisReady(redis, 60_000)
  const ingress = await openIngress({ ...options, redis, log })
  const app = buildApp({ log, versionId: 'test', trustProxy, strangers: ingress.strangers })
  ingress.routes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const closeAll = async () => {
    await app.close()
    await ingress.close()
    redis.disconnect()
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= closeAll()
    return closing
  }
  return { redis, url, hookUrl: `${url}/hooks/${firstHookKey}`, close }
}

/** POSTs a payload as JSON, or a text unchanged. */
export function sendTo(
  hookUrl: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
}
