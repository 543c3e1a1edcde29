import { type ApiOptions, builtConsole, openApi } from '@posthorn/api'
import { connectFailingFast } from '@posthorn/queue'
import { buildApp, openLog } from '@posthorn/server'
import { freePort } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'
import { startWorld, type WorldOptions } from '../support/world.js'

const log = openLog('test', 'silent')

export type Stack = Awaited<ReturnType<typeof startStack>>

export type StackOptions = WorldOptions & {
  /** The server that reported addresses point to: the ingress, for hooks, or the console, for applications. */
  base?: 'ingress' | 'console'
} & Pick<ApiOptions, 'push' | 'mail' | 'mailServer' | 'files'>

/** Starts an ingress, a worker, and an API with the console. The API can be stopped and started again. */
export async function startStack(given: StackOptions = {}) {
  const { base = 'ingress', push, mail, mailServer, files, ...options } = given
  const world = await startWorld(options)
  const { db, prefix, redisUrl, secretBox } = world
  const port = await freePort()
  const consoleUrl = `http://127.0.0.1:${port}`
  const startApi = async () => {
    const redis = connectFailingFast(redisUrl)
    const means = {
      db,
      redis,
      prefix,
      secretBox,
      log,
      apiRate: 'off',
      hookRate: 'off',
      consoleFolder: builtConsole,
      ...(push && { push }),
      ...(mail && { mail }),
      ...(mailServer && { mailServer }),
      ...(files && { files }),
      baseUrl: base === 'ingress' ? world.url : consoleUrl,
    } as const
    const api = await openApi(means)
    const app = buildApp({ log, versionId: 'test', strangers: api.strangers })
    api.routes(app)
    await app.listen({ host: '127.0.0.1', port })
    return async () => {
      await app.close()
      await api.close()
      redis.disconnect()
    }
  }
  let stop: (() => Promise<void>) | undefined = await startApi()
  const stopApi = async () => {
    const stopping = stop
    stop = undefined
    await stopping?.()
  }
  onTestFinished(stopApi)
  return {
    ...world,
    /** The URL of the API and the console, without a trailing slash. */
    consoleUrl,
    stopApi,
    startApi: async () => {
      stop = await startApi()
    },
  }
}
