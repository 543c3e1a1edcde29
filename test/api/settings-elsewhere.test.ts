import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess } from '../support/processes.js'
import { startApi } from './start-api.js'

/** A process looks once a second; what a slow machine takes besides is its own. */
const soonMs = 5 * 1000

/** An API here, and an ingress that is a process of its own, with limits of its own to begin with. */
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
  /** A call with no text is refused after the limit was looked at, and leaves nothing to be posted. */
  const send = () => fetch(url, { method: 'POST', body: '{}' })
  /** Calls until the answer is so; how long that took. */
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
  expect(Math.min(...took)).toBeLessThan(soonMs) // the others, too, where the machine is not busy
  await until(({ status }) => status === 429)
})
