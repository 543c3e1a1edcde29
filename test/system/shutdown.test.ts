import { once } from 'node:events'
import { connect } from 'node:net'
import { connectFailingFast, redisReady } from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { announced, keepSendingOver } from '../support/keep-sending.js'
import { mapWithLimit } from '../support/map-with-limit.js'
import { startOwnRedis } from '../support/own-redis.js'
import { type OpsProcess, type Role, startProcess, startWithOps, stopProcess } from '../support/processes.js'
import { until } from '../support/progress.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld } from '../support/world.js'

const roles: Role[] = ['ingress', 'worker', 'api']
/** Less than a process's own deadline, after which it would exit with code 1. */
const withinMs = 24_000

test.each(roles)('exits with code 0 on SIGTERM (%s)', async role => {
  const { databaseUrl, redisUrl } = await startWorld()
  const child = await startProcess(role, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })
  child.stdout.resume()
  expect(await stopProcess(child, withinMs)).toMatchObject({ code: 0 })
})

test.each(roles)('exits on SIGTERM after its log was closed (%s)', async role => {
  const { databaseUrl, redisUrl } = await startWorld()
  const child = await startProcess(role, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })
  child.stdout.destroy()
  expect(await stopProcess(child, withinMs)).toMatchObject({ code: 0 })
})

test.each(roles)('exits on SIGTERM without Redis (%s)', async role => {
  const { redis } = await startOwnRedis()
  const { databaseUrl } = await startWorld()
  const child = await startProcess(role, { DATABASE_URL: databaseUrl, REDIS_URL: redis.url })
  child.stdout.resume()
  process.kill(redis.pid, 'SIGKILL')
  await redis.exited
  expect(await stopProcess(child, withinMs)).toMatchObject({ code: 0 })
})

/** Shorter than the timeout of a query to a silent Postgres. */
const soonerThanPostgresMs = 18_000
/** A process's own deadline. */
const deadlineMs = 25_000

/** Starts a world with its own Redis and the queue prefix of production. */
async function startOwnWorld() {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const waiting = async () => ({
    active:
      (await world.redis.llen('posthorn:deliveries:active')) +
      (await world.redis.llen('posthorn:flood:active')),
    waiting: await world.redis.llen('posthorn:deliveries:wait'),
  })
  return { ...world, waiting, env: { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url } }
}

async function startReady(role: Role, env: NodeJS.ProcessEnv): Promise<OpsProcess> {
  const process = await startWithOps(role, env)
  await process.untilReady()
  return process
}

test('answers every call on keep-alive connections while the ingress stops under load, and posts every ok', async () => {
  const { env, work, messages } = await startOwnWorld()
  const ingress = await startReady('ingress', env)
  const senders = keepSendingOver(32, `${ingress.url}/hooks/${firstHookKey}`)
  await eventually(() => expect(senders.accepted.length).toBeGreaterThan(500))
  const stopped = stopProcess(ingress.child, deadlineMs)
  await eventually(async () =>
    expect(await ingress.readiness()).toMatchObject({ ready: false, reasons: ['stopping'] }),
  )
  const whenUnready = senders.accepted.length
  expect(await senders.ended).toEqual(Array.from({ length: 32 }, () => announced))
  expect(await stopped).toMatchObject({ code: 0 })
  expect(senders.accepted.length).toBeGreaterThan(whenUnready)
  await work()
  await eventually(async () => expect((await messages()).toSorted()).toEqual(senders.accepted.toSorted()))
})

const busy = [
  ['ingress', 16, 'POST', `/hooks/${firstHookKey}`],
  ['ingress', 64, 'POST', `/hooks/${firstHookKey}`],
  ['api', 16, 'GET', '/api/v3/users/me'],
  ['api', 64, 'GET', '/api/v3/users/me'],
] as const

test.each(busy)(
  'stops the built %s without resetting any of %i busy keep-alive connections',
  async (role, connections, method, path) => {
    const { env } = await startOwnWorld()
    const { child, url } = await startReady(role, env)
    const callers = keepSendingOver(connections, `${url}${path}`, method)
    await eventually(() => expect(callers.responses()).toBeGreaterThan(10 * connections))
    const stopped = stopProcess(child, deadlineMs)
    expect(await callers.ended).toEqual(Array.from({ length: connections }, () => announced))
    expect(await stopped).toMatchObject({ code: 0 })
  },
)

test.each(['ingress', 'api'] as const)('stops the %s despite idle connections', async role => {
  const { env } = await startOwnWorld()
  const { child, url } = await startReady(role, env)
  await (await fetch(url)).text() // its connection stays open
  const silent = connect(Number(new URL(url).port), '127.0.0.1')
  await once(silent, 'connect')
  expect(await stopProcess(child, withinMs)).toMatchObject({ code: 0 })
  silent.destroy()
})

test('cuts off a sender that never finishes its body before the deadline', async () => {
  const { env } = await startOwnWorld()
  const { child, url } = await startReady('ingress', env)
  const stuck = connect(Number(new URL(url).port), '127.0.0.1')
  stuck.on('error', () => {})
  stuck.write(`POST /hooks/${firstHookKey} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"text"`)
  await once(stuck, 'connect')
  expect(await stopProcess(child, deadlineMs)).toMatchObject({ code: 0 })
})

test('finishes the open batch when the worker stops, and leaves nothing behind', async () => {
  const { db, env, send, work, waiting, messages } = await startOwnWorld()
  const texts = Array.from({ length: 1500 }, (_, index) => `number ${index} ${'and **more** '.repeat(200)}`)
  await mapWithLimit(100, texts, text => send({ text }))
  const { child } = await startReady('worker', env)
  await eventually(async () => expect((await waiting()).active).toBeGreaterThan(0))
  expect(await stopProcess(child, deadlineMs)).toMatchObject({ code: 0 })
  expect(await waiting()).toMatchObject({ active: 0 })
  await work()
  await until(texts.length, () => db.post.count())
  expect((await messages()).toSorted()).toEqual(texts.toSorted())
})

test('hands the open batch back before the deadline when the worker stops while Postgres is silent', async () => {
  const { env, databaseUrl, send, work, waiting, messages } = await startOwnWorld()
  const proxy = await startProxy(databaseUrl)
  const { child } = await startReady('worker', { ...env, DATABASE_URL: proxy.url })
  proxy.hold()
  await send({ text: 'taken while Postgres is silent' })
  await eventually(async () => expect(await waiting()).toEqual({ active: 1, waiting: 0 }))
  expect(await stopProcess(child, soonerThanPostgresMs)).toMatchObject({ code: 0 })
  expect(await waiting()).toEqual({ active: 0, waiting: 1 })
  await work()
  await eventually(async () => expect(await messages()).toEqual(['taken while Postgres is silent']))
})

test('exits the worker although Redis refuses writes', async () => {
  const { redis } = await startOwnRedis()
  const { databaseUrl } = await startWorld()
  const child = await startProcess('worker', { DATABASE_URL: databaseUrl, REDIS_URL: redis.url })
  child.stdout.resume()
  const admin = connectFailingFast(redis.url)
  onTestFinished(() => admin.disconnect())
  await redisReady(admin, 60_000)
  await admin.replicaof('127.0.0.1', 1)
  await eventually(async () => expect(await admin.info('errorstats')).toContain('READONLY')) // the worker has noticed
  expect(await stopProcess(child, withinMs)).toMatchObject({ code: 0 })
})
