import type { Redis } from '@posthorn/queue'
import { describe, expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { addRejected } from '../support/rejected.js'
import type { WorldOptions } from '../support/world.js'
import { startHistory } from './start-history.js'

/** Holds a status and headers of either client. */
type Answer = { status: number; text: string; header: (name: string) => string | null }

type History = Awaited<ReturnType<typeof startHistory>>
type Producer = { name: string; store: (history: History, id: string, text: string) => Promise<Answer> }

const asked = async (history: History, path: string, body: object): Promise<Answer> => {
  const { statusCode, body: text, headers } = await history.ask(path, body)
  return { status: statusCode, text, header: name => headers[name]?.toString() ?? null }
}

/** Lists every call that stores a delivery and waits for its outcome. */
const producers: Producer[] = [
  {
    name: 'a call of the hook',
    store: async ({ send }, _id, text) => {
      const answer = await send({ text })
      return { status: answer.status, text: await answer.text(), header: name => answer.headers.get(name) }
    },
  },
  {
    name: 'a call with an idempotency key',
    store: async ({ send }, _id, text) => {
      const answer = await send({ text }, { 'Idempotency-Key': `${text.length} ${text.slice(0, 40)}` })
      return { status: answer.status, text: await answer.text(), header: name => answer.headers.get(name) }
    },
  },
  {
    name: 'a payload sent from the console',
    store: (history, _id, text) => asked(history, '/send', { payload: JSON.stringify({ text }) }),
  },
  {
    name: 'a replay',
    store: (history, id) => asked(history, `/deliveries/${id}/replay`, { again: true }),
  },
  {
    name: 'an edited replay',
    store: (history, id, text) =>
      asked(history, `/deliveries/${id}/replay`, { payload: JSON.stringify({ text }) }),
  },
  {
    name: 'an edited replay, once more',
    store: (history, id, text) =>
      asked(history, `/deliveries/${id}/replay`, { again: true, payload: JSON.stringify({ text }) }),
  },
]

/** Creates a hook with a rejected delivery of the given length. */
async function start(options: WorldOptions, characters = 10) {
  const history = await startHistory(options)
  const [id = ''] = await addRejected(history.db, history.hook, ['x'.repeat(characters)])
  return { ...history, id }
}

describe.each(producers)('$name', ({ name, store }) => {
  test("counts against the hook's rate, and is refused beyond it as a sender is", async () => {
    const history = await start({ hookRate: { points: 5, seconds: 3600 } })
    const answers: Answer[] = []
    for (let call = 0; call < 8; call++) answers.push(await store(history, history.id, `text ${call}`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const { text, header } = answers[5] as Answer
    expect([text, header('x-ratelimit-limit'), header('x-ratelimit-remaining')]).toEqual([
      'limit exceeded',
      '5',
      '0',
    ])
    expect((await history.send({ text: 'x' })).status).toBe(429)
    await history.settle()
    await eventually(async () => expect(await history.db.delivery.count()).toBe(1 + 5))
  })

  test('costs in proportion to its size', async () => {
    const history = await start({ hookRate: { points: 64, seconds: 3600 } }, 400_000)
    const statuses: number[] = []
    for (let call = 0; call < 4; call++)
      statuses.push((await store(history, history.id, `${call}${'x'.repeat(400_000)}`)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  test('is refused with 503 while more waits than BACKLOG_LIMIT, and stores nothing', async () => {
    const history = await start({ workerLater: true, backlogLimit: 20 })
    const sendOne = async () => (await history.send({ text: 'waits' })).status
    await eventually(async () => expect(await sendOne()).toBe(503))
    await expectNothingStored(history, () => store(history, history.id, name))
  })

  test('is refused with 503 while Redis is over 80 % of its memory, and stores nothing', async () => {
    const { redis } = await startOwnRedis()
    const history = await start({ redisUrl: redis.url, workerLater: true })
    await fillMemory(history.redis)
    await eventually(async () => expect((await history.send({ text: 'x' })).status).toBe(503))
    await expectNothingStored(history, () => store(history, history.id, name))
  })
})

/** Posts by Slack's API with the hook's key. */
async function postBySlack({ app }: History, text: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${firstHookKey}`, 'content-type': 'application/json' }
  const asked = { method: 'POST' as const, url: '/api/chat.postMessage', headers }
  const { statusCode, body, headers: seen } = await app.inject({ ...asked, body: JSON.stringify({ text }) })
  return { status: statusCode, text: body, header: name => seen[name]?.toString() ?? null }
}

test("a message by Slack's API counts against the hook's rate in proportion to its size", async () => {
  const history = await start({ hookRate: { points: 64, seconds: 3600 } })
  const statuses: number[] = []
  for (let call = 0; call < 4; call++)
    statuses.push((await postBySlack(history, `${call}${'x'.repeat(400_000)}`)).status)
  expect(statuses).toEqual([200, 200, 429, 429])
  expect((await history.send({ text: 'x' })).status).toBe(429)
})

test("a message by Slack's API is refused with 503 while more waits than BACKLOG_LIMIT, and is not stored", async () => {
  const history = await start({ workerLater: true, backlogLimit: 20 })
  await eventually(async () => expect((await history.send({ text: 'waits' })).status).toBe(503))
  const waiting = await history.stored()
  const { status, text, header } = await postBySlack(history, 'one more')
  expect([status, JSON.parse(text).error]).toEqual([503, 'service_unavailable'])
  expect(text).toContain('too many deliveries are waiting')
  expect(header('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await history.stored()).toBe(waiting)
})

async function expectNothingStored({ redis, prefix }: History, store: () => Promise<Answer>) {
  const stores = /:(deliveries|flood|idempotency|replay):/
  const keys = async () => (await redis.keys(`${prefix}:*`)).filter(key => stores.test(key))
  const before = await keys()
  const { status, text, header } = await store()
  expect([status, JSON.parse(text).id]).toEqual([503, 'web.incoming_webhook.unavailable.app_error'])
  expect(JSON.parse(text).detailed_error).toContain(
    'The delivery was not stored because too many deliveries are waiting',
  )
  expect(header('retry-after')).toMatch(/^[1-9]\d*$/)
  expect((await keys()).toSorted()).toEqual(before.toSorted())
}

/** Fills Redis to 85 % of its memory limit. */
async function fillMemory(admin: Redis): Promise<void> {
  await admin.setrange('ballast', 50_000_000, 'x')
  const [, used] = /^used_memory:(\d+)/m.exec(await admin.info('memory')) ?? []
  await admin.config('SET', 'maxmemory', Math.round(Number(used) / 0.85))
}

test('limits edited payloads, and those sent from the console, like a sender’s', async () => {
  const history = await start({ bodyLimitBytes: 4096 })
  const payload = JSON.stringify({ text: 'x'.repeat(5000) })
  for (const path of [`/deliveries/${history.id}/replay`, '/send']) {
    const { status, text } = await asked(history, path, { payload })
    expect([status, JSON.parse(text).id]).toEqual([413, 'web.incoming_webhook.too_large.app_error'])
  }
})
