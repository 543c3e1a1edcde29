import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWithOps, stopProcess } from '../support/processes.js'
import { startWorld } from '../support/world.js'

type Attribute = { key: string; value: { stringValue?: string } }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  links: { spanId: string }[]
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** Starts an OTLP receiver that decodes JSON. */
async function startCollector() {
  const received: (Span & { service: string | undefined })[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Sent
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      received.push(...scopeSpans.flatMap(({ spans }) => spans.map(span => ({ ...span, service }))))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function start(OTEL_EXPORTER_OTLP_ENDPOINT: string, more = {}) {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const env = {
    DATABASE_URL: world.databaseUrl,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...more,
  }
  const [ingress, worker] = [await startWithOps('ingress', env), await startWithOps('worker', env)]
  await Promise.all([ingress.untilReady(), worker.untilReady()])
  const send = async (headers = {}) => {
    const url = `${ingress.url}/hooks/${firstHookKey}`
    const response = await fetch(url, { method: 'POST', headers, body: '{"text":"nobody-else"}' })
    const id = response.headers.get('x-delivery-id') ?? ''
    await eventually(async () => expect(await world.db.delivery.count({ where: { id } })).toBe(1))
    return id
  }
  return { db: world.db, ingress, worker, send }
}

test('continues the sender’s trace through the ingress and the worker, in history and logs', async () => {
  const { url, received } = await startCollector()
  const { db, ingress, worker, send } = await start(url)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const id = await send({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  await stopProcess(ingress.child, 20_000) // sends the last spans
  await stopProcess(worker.child, 20_000)
  const [call] = received.filter(({ name }) => name === 'POST /hooks')
  const [post] = received.filter(({ name }) => name === 'post delivery')
  const [batch] = received.filter(({ name }) => name === 'post batch')
  expect(call).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', service: 'posthorn-ingress' })
  expect(post).toMatchObject({ traceId, parentSpanId: call?.spanId, service: 'posthorn-worker' })
  expect(post?.links).toMatchObject([{ spanId: batch?.spanId }])
  for (const span of [call, post])
    expect(span?.attributes).toContainEqual({ key: 'posthorn.delivery', value: { stringValue: id } })
  expect(JSON.stringify(received)).not.toMatch(new RegExp(`${firstHookKey}|nobody-else`))
  const { sender } = await db.delivery.findUniqueOrThrow({ where: { id } })
  expect(sender?.split('\n')[4]).toBe(traceId)
  for (const { written } of [ingress, worker]) expect(written()).toContain(`"trace_id":"${traceId}"`)
})

test('posts while the collector is away, warns, and stops in time', async () => {
  const quick = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
  const { ingress, worker, send } = await start('http://127.0.0.1:1', quick)
  await send()
  for (const { written } of [ingress, worker])
    await eventually(() => expect(written()).toContain('spans are not sent to the OpenTelemetry collector'))
  for (const { child } of [ingress, worker]) {
    const { code, ms } = await stopProcess(child, 20_000)
    expect(code).toBe(0)
    expect(ms).toBeLessThan(15_000)
  }
})

test('loads no module of the SDK without OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
  const { ingress, worker, send } = await start('', { NODE_DEBUG: 'module,esm' })
  await send()
  for (const { written } of [ingress, worker]) {
    expect(written()).toContain('fastify')
    expect(written()).not.toMatch(/@opentelemetry\/(?!api\b)|tracing\/sdk/) // prom-client needs the interface
  }
})
