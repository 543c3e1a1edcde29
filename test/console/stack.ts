import { builtConsole, openApi } from '@posthorn/api'
import { connectFailingFast } from '@posthorn/queue'
import { buildApp, openLog } from '@posthorn/server'
import { freePort } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'
import { startWorld, type WorldOptions } from '../support/world.js'

const log = openLog('test', 'silent')

export type Stack = Awaited<ReturnType<typeof startStack>>

export type StackOptions = WorldOptions & {
  /** What addresses that are told begin with: where hooks are called, or, for applications, where the console is. */
  base?: 'ingress' | 'console'
}

/** All of Posthorn but `npm start`: an ingress, a worker, and an api with the console, which can go away and come back. */
export async function startStack({ base = 'ingress', ...options }: StackOptions = {}) {
  const world = await startWorld(options)
  const { db, prefix, redisUrl } = world
  const port = await freePort()
  const consoleUrl = `http://127.0.0.1:${port}`
  const startApi = async () => {
    const redis = connectFailingFast(redisUrl)
    const means = {
      db,
      redis,
      prefix,
      log,
      apiRate: 'off',
      hookRate: 'off',
      consoleFolder: builtConsole,
      baseUrl: base === 'ingress' ? world.url : consoleUrl,
    } as const
    const api = await openApi(means)
    const app = buildApp({ log, versionId: 'test' })
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
    /** Of the api and the console, without a slash at its end. */
    consoleUrl,
    stopApi,
    startApi: async () => {
      stop = await startApi()
    },
  }
}
