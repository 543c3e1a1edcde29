import { expect, test } from 'vitest'
import { unknownKey } from '../support/call-everything.js'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { type OpsProcess, startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

/** Starts an ingress and a worker with this log level. */
async function start(LOG_LEVEL: string) {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url, LOG_LEVEL }
  const [ingress, worker] = [await startWithOps('ingress', env), await startWithOps('worker', env)]
  await Promise.all([ingress.untilReady(), worker.untilReady()])
  /** Sends a text and returns the delivery's id and the response's request id. */
  const send = async (text: string) => {
    const response = await fetch(`${ingress.url}/hooks/${firstHookKey}`, {
      method: 'POST',
      headers: { 'x-request-id': 'caller-1' },
      body: JSON.stringify({ text }),
    })
    const { headers } = response
    return { delivery: headers.get('x-delivery-id') ?? '', request_id: headers.get('x-request-id') ?? '' }
  }
  const count = (id: string) => world.db.delivery.count({ where: { id } })
  return { db: world.db, env, ingress, worker, send, count }
}

function linesWith({ written }: OpsProcess, id: string) {
  const lines = written().split('\n')
  return lines.filter(line => line.includes(id)).map(line => JSON.parse(line))
}

test('at debug, each end logs one line per delivery, with its ids and outcome and neither key nor text', async () => {
  const { db, ingress, worker, send } = await start('debug')
  const sent = await send('nobody-else-may-read-this')
  const { id: hook } = await db.hook.findFirstOrThrow()
  const ids = { ...sent, hook, caller_request_id: 'caller-1' }
  await eventually(() => expect(linesWith(worker, sent.delivery)).toHaveLength(2)) // that of the batch, too
  const [accepted, ...more] = linesWith(ingress, sent.delivery)
  expect(more).toEqual([])
  expect(accepted).toMatchObject({ ...ids, msg: 'delivery accepted', outcome: 'accepted' })
  expect(linesWith(worker, sent.delivery)).toContainEqual(
    expect.objectContaining({ ...ids, msg: 'delivery recorded', outcome: 'posted', posts: 1 }),
  )
  for (const { written } of [ingress, worker]) {
    expect(written()).not.toContain('nobody-else-may-read-this')
    expect(written()).not.toContain(firstHookKey)
  }
})

test('a delivery that waits is found by its id in warnings and errors', async () => {
  const { db, ingress, worker, send, count } = await start('info')
  await db.$executeRaw`ALTER TABLE posts ADD CONSTRAINT nothing_new CHECK (create_at < 0) NOT VALID`
  const { delivery, request_id } = await send('x')
  const levels = () => linesWith(worker, delivery).map(({ level, msg }) => `${level} ${msg}`)
  await eventually(() =>
    expect(levels()).toContain('50 delivery set aside: it will be retried until it can be posted'),
  )
  const [aside] = linesWith(worker, delivery)
  expect(aside).toMatchObject({ delivery, request_id, caller_request_id: 'caller-1' })
  await db.$executeRaw`ALTER TABLE posts DROP CONSTRAINT nothing_new`
  await eventually(async () => expect(await count(delivery)).toBe(1))
  await eventually(() => expect(levels()).toContain('30 a delivery that was set aside now has its outcome'))
  expect(levels()).not.toContain('20 delivery recorded')
  expect(linesWith(ingress, delivery)).toEqual([])
})

test('at info, the ingress and the API log a refused call with its ids, cause and address, and no text or key', async () => {
  const { db, env, ingress } = await start('info')
  const api = await startWithOps('api', env)
  await api.untilReady()
  const { id: hook } = await db.hook.findFirstOrThrow()
  const post = async (key: string, body: string) => {
    const headers = { 'x-request-id': 'caller-2' }
    const { headers: answered } = await fetch(`${ingress.url}/hooks/${key}`, {
      method: 'POST',
      headers,
      body,
    })
    return answered.get('x-request-id') ?? ''
  }
  const empty = await post(firstHookKey, '{"other":"nobody-else-may-read-this"}')
  const slack = await fetch(`${api.url}/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${unknownKey}`, 'x-request-id': 'caller-2' },
  })
  const badArguments = await fetch(`${api.url}/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firstHookKey}`, 'x-request-id': 'caller-2' },
    body: '{"text":5',
  })
  const unknown = await post(unknownKey, '{"text":"x"}')
  const common = { level: 30, msg: 'call refused', caller_request_id: 'caller-2', address: '127.0.0.1' }
  await eventually(() => expect(linesWith(ingress, unknown)).toHaveLength(1))
  expect(linesWith(ingress, empty)).toEqual([
    expect.objectContaining({ ...common, hook, outcome: 'no_text' }),
  ])
  expect(linesWith(ingress, unknown)).toEqual([
    expect.objectContaining({ ...common, outcome: 'no_such_hook' }),
  ])
  const ofApi = (answer: Response) => linesWith(api, answer.headers.get('x-request-id') ?? '')
  await eventually(() => expect(ofApi(slack)).toHaveLength(1))
  expect(ofApi(slack)).toEqual([expect.objectContaining({ ...common, outcome: 'invalid_auth' })])
  expect(ofApi(badArguments)).toEqual([expect.objectContaining({ ...common, hook })])
  for (const secret of [firstHookKey, unknownKey, 'nobody-else-may-read-this'])
    expect(ingress.written() + api.written()).not.toContain(secret)
})
