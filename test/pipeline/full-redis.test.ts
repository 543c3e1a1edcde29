import { randomBytes } from 'node:crypto'
import { connectFailingFast, type Redis, redisReady } from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWorld } from '../support/world.js'

const texts = Array.from({ length: 40 }, (_, index) => `number ${index}`)
/** Becomes more than ten posts: it goes through the flood lane. */
const long = 'long '.repeat(12_000)

/** What the user in REDIS_URL may do besides its own keys. */
const users: [who: string, rules: string[] | undefined][] = [
  ['everything', undefined],
  ['neither INFO nor CONFIG', ['-info', '-config']],
]

/** A Redis, its operator's connection, and the URL of a user with these rules. */
async function startFull(rules?: string[]) {
  const { redis } = await startOwnRedis()
  const admin = connectFailingFast(redis.url)
  onTestFinished(() => admin.disconnect())
  await redisReady(admin, 60_000)
  if (!rules) return { admin, redisUrl: redis.url }
  await admin.acl('SETUSER', 'posthorn', 'on', '>secret', '~*', '&*', '+@all', ...rules)
  const { hostname, port } = new URL(redis.url)
  return { admin, redisUrl: `redis://posthorn:secret@${hostname}:${port}` }
}

/** Limits Redis to 2 MiB more than it uses. */
async function limitMemory(admin: Redis): Promise<void> {
  const [, used] = /^used_memory:(\d+)/m.exec(await admin.info('memory')) ?? []
  await admin.config('SET', 'maxmemory', Number(used) + 2 * 1024 * 1024)
}

/** Fills what is left with somebody else's keys, to the last byte. */
async function fillToTheBrim(admin: Redis): Promise<void> {
  for (const bytes of [64 * 1024, 1024, 16])
    for (let full = false; !full; )
      full = await admin.set(`foreign:${randomBytes(8).toString('hex')}`, 'x'.repeat(bytes)).then(
        () => false,
        () => true,
      )
}

const freeForeign = async (admin: Redis) => admin.unlink(...(await admin.keys('foreign:*')))

test.each(users)(
  'a worker that starts posts all that waits in a full Redis, whose user may do %s',
  async (_, rules) => {
    const { admin, redisUrl } = await startFull(rules)
    const { send, work, messages, outcomes } = await startWorld({ redisUrl, workerLater: true })
    for (const text of texts) expect((await send({ text })).status).toBe(200)
    expect((await send({ text: long })).status).toBe(200)
    await limitMemory(admin)
    let accepted = texts.length + 1
    // Redis shrinks its clients' buffers once a second, and then has room for some more
    for (let status = 0; status !== 503; ) {
      await fillToTheBrim(admin)
      status = (await send({ text: 'nearly too late' })).status
      if (status === 200) accepted++
    }
    await work()
    await eventually(async () => expect(await outcomes()).toHaveLength(accepted))
    expect((await messages()).slice(0, texts.length)).toEqual(texts)
    await freeForeign(admin)
    await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
    await eventually(async () => expect((await messages()).at(-1)).toBe('after'))
    expect(await outcomes()).toHaveLength(accepted + 1)
  },
)

test.each(users)('a worker under way goes on when Redis fills up, whose user may do %s', async (_, rules) => {
  const { admin, redisUrl } = await startFull(rules)
  const { send, messages, db } = await startWorld({ redisUrl })
  await db.$transaction(
    async locked => {
      await locked.$executeRaw`LOCK TABLE posts IN ACCESS EXCLUSIVE MODE`
      for (const text of texts) expect((await send({ text })).status).toBe(200)
      await limitMemory(admin)
      await fillToTheBrim(admin)
    },
    { timeout: 15_000 },
  )
  await eventually(async () => expect(await messages()).toEqual(texts))
  expect(await admin.keys('*:deliveries:[0-9]*')).toEqual([])
})

test('many large calls at once do not fill Redis beyond its guard', async () => {
  const { admin, redisUrl } = await startFull()
  const [, used] = /^used_memory:(\d+)/m.exec(await admin.info('memory')) ?? []
  const most = Number(used) + 48 * 1024 * 1024
  await admin.config('SET', 'maxmemory', most)
  const { send } = await startWorld({ redisUrl, workerLater: true })
  const random = () => randomBytes(350_000).toString('base64')
  const statuses = await Promise.all(
    Array.from({ length: 150 }, async () => (await send({ text: 'x', more: random() })).status),
  )
  expect([...new Set(statuses)].toSorted()).toEqual([200, 503])
  const [, after] = /^used_memory:(\d+)/m.exec(await admin.info('memory')) ?? []
  expect(Number(after) / most).toBeLessThan(0.85)
})
