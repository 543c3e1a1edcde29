import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import {
  fillToTheBrim,
  freeForeign,
  limitMemory,
  startRedisToFill,
  usedBytes,
} from '../support/full-redis.js'
import { startWorld } from '../support/world.js'

const texts = Array.from({ length: 40 }, (_, index) => `number ${index}`)
/** Becomes more than ten posts: it goes through the flood lane. */
const long = 'long '.repeat(12_000)

/** What the user in REDIS_URL may do besides its own keys. */
const users: [who: string, rules: string[] | undefined][] = [
  ['everything', undefined],
  ['neither INFO nor CONFIG', ['-info', '-config']],
]

test.each(users)(
  'a worker that starts posts all that waits in a full Redis, whose user may do %s',
  async (_, rules) => {
    const { admin, redisUrl } = await startRedisToFill(rules)
    const { send, work, messages, outcomes } = await startWorld({ redisUrl, workerLater: true })
    for (const text of texts) expect((await send({ text })).status).toBe(200)
    expect((await send({ text: long })).status).toBe(200)
    await limitMemory(admin, 2)
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
  const { admin, redisUrl } = await startRedisToFill(rules)
  const { send, messages, db } = await startWorld({ redisUrl })
  await db.$transaction(
    async locked => {
      await locked.$executeRaw`LOCK TABLE posts IN ACCESS EXCLUSIVE MODE`
      for (const text of texts) expect((await send({ text })).status).toBe(200)
      await limitMemory(admin, 2)
      await fillToTheBrim(admin)
    },
    { timeout: 15_000 },
  )
  await eventually(async () => expect(await messages()).toEqual(texts))
  expect(await admin.keys('*:deliveries:[0-9]*')).toEqual([])
})

test('many large calls at once do not fill Redis beyond its guard', async () => {
  const { admin, redisUrl } = await startRedisToFill()
  const most = await limitMemory(admin, 48)
  const { send } = await startWorld({ redisUrl, workerLater: true })
  const random = () => randomBytes(350_000).toString('base64')
  const statuses = await Promise.all(
    Array.from({ length: 150 }, async () => (await send({ text: 'x', more: random() })).status),
  )
  expect([...new Set(statuses)].toSorted()).toEqual([200, 503])
  expect((await usedBytes(admin)) / most).toBeLessThan(0.85)
})
