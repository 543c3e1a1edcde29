import { digest } from '@posthorn/db'
import { openProducer } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { addHook } from '../support/add-hook.js'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess } from '../support/processes.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld } from '../support/world.js'

const keyed = (key: string) => ({ 'idempotency-key': key })
const deliveryOf = ({ headers }: Response) => headers.get('x-delivery-id')
const isReplay = ({ headers }: Response) => headers.get('idempotent-replayed') === 'true'

test('stores one delivery for a hundred calls with one key at two ingresses, with equal responses', async () => {
  const world = await startWorld({ confirm: true })
  await world.work()
  const other = await world.anotherIngress()
  const text = `@reader ${'long '.repeat(2000)}`
  const calls = Array.from({ length: 100 }, (_, index) =>
    sendTo(index % 2 ? world.hookUrl : other.hookUrl, { text }, keyed('order-7')),
  )
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(answers.map(answer => answer.text())))).toEqual(new Set(['ok']))
  expect(new Set(answers.map(deliveryOf)).size).toBe(1)
  expect(answers.filter(isReplay)).toHaveLength(99)

  await world.allWorked()
  expect(await world.outcomes()).toEqual(['posted'])
  expect((await world.messages()).join('')).toBe(text)
  expect((await world.channelNamed('town-square')).totalMsgCount).toBe(3n)
})

test('finds the first delivery if the key is sent as webhook-id, or with a form', async () => {
  const { hookUrl, send, allWorked, messages } = await startWorld()
  const first = await send({ text: 'one' }, keyed('a'))
  const again = await send({ text: 'one' }, { 'webhook-id': 'a' })
  const form = new URLSearchParams({ payload: JSON.stringify({ text: 'one' }) })
  const asForm = await fetch(hookUrl, { method: 'POST', body: form, headers: keyed('a') })
  const other = await send({ text: 'one' }, { ...keyed('b'), 'webhook-id': 'a' })
  expect([first, again, asForm, other].map(isReplay)).toEqual([false, true, true, false])
  expect([again, asForm].map(deliveryOf)).toEqual([deliveryOf(first), deliveryOf(first)])
  await allWorked()
  expect(await messages()).toEqual(['one', 'one'])
})

test('rejects the same key with another payload', async () => {
  const { send, allWorked, messages } = await startWorld()
  expect((await send({ text: 'one' }, keyed('order-7'))).status).toBe(200)
  const refused = await send({ text: 'two' }, keyed('order-7'))
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    id: 'web.incoming_webhook.idempotency.app_error',
    status_code: 422,
  })
  await allWorked()
  expect(await messages()).toEqual(['one'])
})

test('stores another delivery for the same key at another hook', async () => {
  const { db, url, send, allWorked, messages } = await startWorld()
  const first = await db.hook.findFirstOrThrow()
  const [key, hookId] = ['otherhookotherhookotherhoo', newId()]
  await db.hook.create({ data: { ...first, id: hookId } })
  await db.hookKey.create({ data: { digest: digest(key), hookId, createAt: 1 } })
  const answers = [
    await send({ text: 'one' }, keyed('order-7')),
    await sendTo(`${url}/hooks/${key}`, { text: 'two' }, keyed('order-7')),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(isReplay)).toEqual([false, false])
  await allWorked()
  expect(await messages()).toEqual(['one', 'two'])
})

test('rejects a repeated call like the first, even if it could be posted by now', async () => {
  const { db, send, allWorked, outcomes } = await startWorld({ confirm: true })
  const ask = (key: string) => send({ text: 'x', channel: 'later' }, keyed(key))
  const refusal = async (answer: Response) => {
    const { request_id, ...error } = await answer.json()
    return { status: answer.status, delivery: deliveryOf(answer), ...error }
  }
  const first = await refusal(await ask('order-7'))
  expect(first).toMatchObject({ status: 404, id: 'web.incoming_webhook.channel.app_error' })
  const { teamId } = await db.channel.findFirstOrThrow({ where: { type: 'O' } })
  const later = { id: newId(), teamId, type: 'O', name: 'later', displayName: 'later' }
  await db.channel.create({ data: { ...later, createAt: 1, updateAt: 1 } })
  const again = await ask('order-7')
  expect(isReplay(again)).toBe(true)
  expect(await refusal(again)).toEqual(first)
  expect(await (await ask('order-8')).text()).toBe('ok')
  await allWorked()
  expect(await outcomes()).toEqual(['rejected: unknown_channel', 'posted'])
})

test('keeps the position of the first call when it is repeated', async () => {
  const { send, work, allWorked, messages } = await startWorld({ workerLater: true })
  for (const text of ['one', 'two', 'one', 'three', 'two']) await send({ text }, keyed(text))
  await send({ text: 'four' })
  await send({ text: 'one' }, keyed('one'))
  await work()
  await allWorked()
  expect(await messages()).toEqual(['one', 'two', 'three', 'four'])
})

test('stores copies in one batch once, and counts them and their mentions once', async () => {
  const world = await startWorld({ workerLater: true })
  const { id: hookId } = await world.db.hook.findFirstOrThrow()
  const nextId = makeIds()
  const deliveries = Array.from({ length: 20 }, (_, index) => ({
    id: nextId(),
    hookId,
    requestId: newId(),
    payload: JSON.stringify({ text: `@reader number ${index} ${'word '.repeat(1000)}` }),
  }))
  const producer = await openProducer(world.redis, { prefix: world.prefix })
  await Promise.all([...deliveries, ...deliveries, ...deliveries].map(producer.enqueue))
  expect(await world.waiting()).toBe(1) // all in one batch
  await world.work()
  await world.allWorked()
  expect(await world.outcomes()).toEqual(deliveries.map(() => 'posted'))
  expect(await world.messages()).toHaveLength(40)
  const channel = await world.channelNamed('town-square')
  const member = await world.db.channelMember.findFirstOrThrow({
    where: { channelId: channel.id, user: { username: 'reader' } },
  })
  expect([channel.totalMsgCount, member.mentionCount]).toEqual([40n, 20n])
  await producer.close()
})

test('posts a repeated call once if an ingress was killed between storing the key and the delivery', async () => {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, prefix: 'posthorn' })
  const proxy = await startProxy(redis.url)
  const port = await freePort()
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: proxy.url, PORT: String(port), HOOK_RATE: 'off' }
  const ingress = await startProcess('ingress', env)
  proxy.lose('eval') // the command that stores deliveries; keys use another one
  const broken = sendTo(`http://127.0.0.1:${port}/hooks/${firstHookKey}`, { text: 'once' }, keyed('order-7'))
  const keys = () => world.redis.keys('posthorn:idempotency:*')
  await eventually(async () => expect(await keys()).toHaveLength(1))
  ingress.kill('SIGKILL')
  await expect(broken).rejects.toThrow()
  await world.allWorked()
  expect(await world.outcomes()).toEqual([])

  const again = await world.send({ text: 'once' }, keyed('order-7'))
  expect([again.status, isReplay(again)]).toEqual([200, true])
  expect(await world.redis.get((await keys())[0] ?? '')).toContain(deliveryOf(again))
  await world.send({ text: 'once' }, keyed('order-7'))
  await world.allWorked()
  expect(await world.messages()).toEqual(['once'])
})

test('accepts only keys of 1 to 255 printable ASCII characters', async () => {
  const { send } = await startWorld({ workerLater: true })
  const status = async (key: string) => (await send({ text: 'x' }, keyed(key))).status
  expect(await Promise.all(['', 'x'.repeat(256), 'clé', 'tab\there'].map(status))).toEqual(Array(4).fill(400))
  expect(await Promise.all(['x', 'x'.repeat(255), '"8e03978e 40d5"'].map(status))).toEqual(Array(3).fill(200))
  const refused = await send({ text: 'x' }, keyed('x'.repeat(256)))
  expect((await refused.json()).message).toContain('255')
})

test('stores only digests of keys and payloads in Redis', async () => {
  const { send, redis, prefix } = await startWorld()
  await send({ text: 'a very private text' }, keyed('a-very-private-key'))
  const [name = '', ...more] = await redis.keys(`${prefix}:idempotency:*`)
  expect(more).toEqual([])
  expect(`${name} ${await redis.get(name)}`).not.toContain('private')
  const day = 86_400
  expect(await redis.ttl(name)).toBeGreaterThan(day - 600)
  expect(await redis.ttl(name)).toBeLessThanOrEqual(day)
})

test('responds 503 to a call with a key while Redis is silent, and posts its repetition once', async () => {
  const { redis } = await startOwnRedis()
  const { send, messages, allWorked } = await startWorld({ redisUrl: redis.url })
  await send({ text: 'awake' })
  process.kill(redis.pid, 'SIGSTOP')
  const silent = await send({ text: 'once' }, keyed('order-7'))
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect((await send({ text: 'once' }, keyed('order-7'))).status).toBe(503)
  process.kill(redis.pid, 'SIGCONT')
  await eventually(async () => expect((await send({ text: 'once' }, keyed('order-7'))).status).toBe(200))
  await allWorked()
  expect(await messages()).toEqual(['awake', 'once'])
})

test('limits a hook to 20,000 new keys per hour at all ingresses together, and still accepts known keys', async () => {
  const world = await startWorld({ workerLater: true })
  const hook = await world.db.hook.findFirstOrThrow()
  await world.send({ text: 'first' }, keyed('first'))
  const counter = `${world.prefix}:limit:keys:3600:${hook.id}`
  const makeKeys = async (most: number) => {
    for (let made = 0; made < most; made++) {
      const answer = await world.send({ text: 'new' }, keyed(`new ${made}`))
      if (answer.status !== 200) return { answer, made }
    }
    return expect.fail('no key was refused')
  }
  await eventually(async () => expect(await world.redis.ttl(counter)).toBeGreaterThan(3000))
  await world.redis.incrby(counter, 20_000 - 10) // used at other ingresses
  const { answer, made } = await makeKeys(20)
  expect([answer.status, await answer.text()]).toEqual([429, 'limit exceeded'])
  expect(answer.headers.get('x-ratelimit-limit')).toBe('20000')
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  expect(made).toBeGreaterThan(5)

  const keys = () => world.redis.keys(`${world.prefix}:idempotency:*`)
  const before = await keys()
  const again = await world.send({ text: 'first' }, keyed('first'))
  expect([again.status, isReplay(again)]).toEqual([200, true])
  expect((await world.send({ text: 'one more' }, keyed('one more'))).status).toBe(429)
  expect((await world.send({ text: 'no key' })).status).toBe(200)
  expect(await keys()).toHaveLength(before.length)
})

test("limits the new keys of an owner's hooks together, and leaves those of others", async () => {
  const { db, url, redis, prefix } = await startWorld({ workerLater: true })
  const { userId } = await db.hook.findFirstOrThrow()
  const other = await db.user.findFirstOrThrow({ where: { id: { not: userId }, deleteAt: 0 } })
  const keys = await Promise.all([1, 2, 3].map(() => addHook(db)))
  const foreign = await addHook(db, other.id)
  await redis.set(`${prefix}:limit:keys-owner:86400:${userId}`, 400_000 - 3, 'EX', 86_400) // used at other ingresses
  let sent = 0
  const send = async (key: string) =>
    (await sendTo(`${url}/hooks/${key}`, { text: 'x' }, keyed(`new ${sent++}`))).status
  const statuses: number[] = []
  await eventually(async () => {
    for (const key of keys) statuses.push(await send(key))
    expect(statuses).toContain(429)
  })
  expect(statuses.length).toBeLessThan(20)
  expect(await send(foreign)).toBe(200)
  expect((await sendTo(`${url}/hooks/${keys[0]}`, { text: 'x' })).status).toBe(200)
})
