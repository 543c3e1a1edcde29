import { expect, test } from 'vitest'
import { firstHookKey, password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startCollector } from '../support/otlp-collector.js'
import { startOwnRedis } from '../support/own-redis.js'
import { type OpsProcess, type Role, startWithOps, stopProcess } from '../support/processes.js'
import { startWorld } from '../support/world.js'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const sendersSpanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${sendersSpanId}-01`
const secret = 'nobody-else'

/** Starts these processes with these variables. */
async function start(roles: [Role, NodeJS.ProcessEnv][]) {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url, LOG_LEVEL: 'debug' }
  const processes = await Promise.all(roles.map(([role, more]) => startWithOps(role, { ...env, ...more })))
  await Promise.all(processes.map(({ untilReady }) => untilReady()))
  const send = async (headers = {}) => {
    const url = `${processes[0]?.url}/hooks/${firstHookKey}`
    const response = await fetch(url, { method: 'POST', headers, body: `{"text":"${secret}"}` })
    const id = response.headers.get('x-delivery-id') ?? ''
    await eventually(async () => expect(await world.db.delivery.count({ where: { id } })).toBe(1))
    return id
  }
  return { db: world.db, processes, send }
}

/** Stops processes, which send their last spans. */
async function stopAll(processes: OpsProcess[]) {
  const ends = await Promise.all(processes.map(({ child }) => stopProcess(child, 20_000)))
  for (const { code, ms } of ends) expect([code, ms < 15_000]).toEqual([0, true])
}

type Started = Awaited<ReturnType<typeof start>>

/** Checks that a delivery's history, and its line in the log of each process, have the trace. */
async function expectTraceOf(id: string, { db, processes }: Started) {
  const { sender } = await db.delivery.findUniqueOrThrow({ where: { id } })
  expect(sender?.split('\n')[4]).toBe(traceId)
  for (const { written } of processes) {
    const lines = written().split('\n')
    const own = lines.filter(line => line.includes(`"delivery":"${id}"`))
    expect(own.join('\n')).toContain(`"trace_id":"${traceId}"`)
  }
}

type Collector = Awaited<ReturnType<typeof startCollector>>

/** Checks that the queries of a call and of its batch are their children, and that no span has a secret. */
function expectQueries({ named, queriesOf, received }: Collector) {
  const [[call], [batch]] = [named('POST /hooks'), named('post batch')]
  expect(queriesOf(call)).toContainEqual(expect.stringMatching(/SELECT .* FROM .*hook_keys/s))
  expect(queriesOf(batch)).toContainEqual(expect.stringContaining('INSERT INTO posts'))
  expect(JSON.stringify(received)).not.toMatch(new RegExp(`${firstHookKey}|${secret}`))
}

test('continues the sender’s trace through ingress, worker and their queries, in history and logs', async () => {
  const collector = await startCollector()
  const { url: OTEL_EXPORTER_OTLP_ENDPOINT, named, fact } = collector
  const started = await start([
    ['ingress', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }],
    ['worker', { OTEL_EXPORTER_OTLP_ENDPOINT }],
  ])
  const id = await started.send({ traceparent })
  await stopAll(started.processes)
  expect([...collector.contentTypes].toSorted()).toEqual(['application/json', 'application/x-protobuf'])
  const [[call], [post], [batch]] = [named('POST /hooks'), named('post delivery'), named('post batch')]
  expect(call).toMatchObject({ traceId, parentSpanId: sendersSpanId, service: 'posthorn-ingress' })
  expect(post).toMatchObject({ traceId, parentSpanId: call?.spanId, service: 'posthorn-worker' })
  expect(post?.links).toMatchObject([{ spanId: batch?.spanId }])
  expect([fact(call, 'posthorn.delivery'), fact(post, 'posthorn.delivery')]).toEqual([id, id])
  expectQueries(collector)
  await expectTraceOf(id, started)
})

/** Logs in as the administrator and sends a payload to the first hook. Its text, and a parameter of its URL, are secret. */
async function sendByApi({ db, processes }: Started) {
  const call = async (path: string, body: object, headers = {}) => {
    const type = { 'content-type': 'application/json' }
    const url = `${processes[0]?.url}/api/v3${path}`
    return fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) })
  }
  let token = ''
  await eventually(async () => {
    const login = await call('/users/login', { name: 'first-team', login_id: 'admin', password })
    token = login.headers.get('token') ?? ''
    expect(token).not.toBe('')
  })
  const { id, teamId } = await db.hook.findFirstOrThrow()
  const path = `/teams/${teamId}/hooks/incoming/${id}/send?of=${secret}`
  const sent = await call(
    path,
    { payload: `{"text":"${secret}"}` },
    { authorization: `Bearer ${token}`, traceparent },
  )
  return { ...((await sent.json()) as { delivery: string }), token }
}

test('continues the trace of an API call through its queries to the post that it sends', async () => {
  const { url: OTEL_EXPORTER_OTLP_ENDPOINT, received, fact, named, queriesOf } = await startCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT }
  const started = await start([
    ['api', env],
    ['worker', env],
  ])
  const { delivery, token } = await sendByApi(started)
  await stopAll(started.processes)
  const span = received.find(({ name }) => /^POST .*\/send$/.test(name))
  expect(span).toMatchObject({ traceId, parentSpanId: sendersSpanId, service: 'posthorn-api' })
  expect(fact(span, 'http.response.status_code')).toBe(200)
  expect(queriesOf(span)).toContainEqual(expect.stringContaining('"hooks"'))
  expect(named('post delivery')).toMatchObject([{ traceId, parentSpanId: span?.spanId }])
  expect(JSON.stringify(received)).not.toMatch(new RegExp(`${secret}|${token}|${password}`))
  await expectTraceOf(delivery, started)
})

test('posts while a collector is silent and another one away, warns, and stops in time', async () => {
  const { url } = await startCollector({ silent: true })
  const quick = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
  const { processes, send } = await start([
    ['ingress', { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...quick }],
    ['worker', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...quick }],
  ])
  await send()
  for (const { written } of processes)
    await eventually(() => expect(written()).toContain('spans are not sent to the OpenTelemetry collector'))
  await send()
  await stopAll(processes)
})

test('loads no module of the SDK without OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
  const env = { NODE_DEBUG: 'esm', OTEL_EXPORTER_OTLP_ENDPOINT: '' }
  const { processes, send } = await start([
    ['ingress', env],
    ['worker', env],
    ['api', env],
  ])
  await send()
  for (const { written } of processes) {
    expect(written()).toContain('fastify')
    expect(written()).not.toMatch(/@opentelemetry\/(?!api\b)|tracing\/sdk/) // prom-client needs the interface
  }
})
