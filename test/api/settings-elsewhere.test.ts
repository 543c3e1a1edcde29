import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess } from '../support/processes.js'
import { startApi } from './start-api.js'

/** Allows for one poll per second plus the delay of a slow machine. */
const soonMs = 5 * 1000

/** Starts an API here and an ingress as a separate process with its own initial limits. */
async function startApart() {
  const { redis } = await startOwnRedis()
  const { callers, world } = await startApi(undefined, { redisUrl: redis.url })
  const port = await freePort()
  await startProcess('ingress', {
    DATABASE_URL: world.databaseUrl,
    REDIS_URL: redis.url,
    PORT: String(port),
    HOOK_RATE: '1000/60',
    LOG_LEVEL: 'info',
  })
  const { admin } = await callers('admin')
  const save = async (config: object) =>
    expect(await admin.statusAndId('/admin/save_config', config)).toBe('200')
  const url = `http://127.0.0.1:${port}/hooks/${firstHookKey}`
  /** Sends a call without a text, which is rejected after the limit check and posts nothing. */
  const send = () => fetch(url, { method: 'POST', body: '{}' })
  /** Calls until the response matches, and returns how long that took. */
  const until = async (isSo: (answer: Response) => boolean) => {
    const begun = performance.now()
    await eventually(async () => expect(isSo(await send())).toBe(true))
    return performance.now() - begun
  }
  return { save, send, until }
}

const limitIs = (limit: string) => (answer: Response) => answer.headers.get('x-ratelimit-limit') === limit

test('settings saved in one process apply to the next hook call in another within a second', async () => {
  const { save, send, until } = await startApart()
  expect((await send()).headers.get('x-ratelimit-limit')).toBe('1000')

  const took: number[] = []
  const change = async (config: object, isSo: (answer: Response) => boolean) => {
    await save(config)
    took.push(await until(isSo))
  }
  await change({ ServiceSettings: { EnableIncomingWebhooks: false } }, ({ status }) => status === 501)
  await save({ ServiceSettings: { EnableIncomingWebhooks: true } })
  await change({ RateLimitSettings: { HookRate: '900/60' } }, limitIs('900'))
  await change({ RateLimitSettings: { HookRate: '5/3600' } }, limitIs('5'))
  expect(Math.min(...took)).toBeLessThan(soonMs) // the others as well, unless the machine is busy
  await until(({ status }) => status === 429)
})
