import { once } from 'node:events'
import { createServer } from 'node:net'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../http/app.js'
import { openStrangers } from '../http/strangers.js'
import { openLog } from '../process/log.js'
import { openMetrics } from './metrics.js'
import { openOps } from './ops.js'

const log = openLog('test', 'silent')
const token = 'the-token-of-operators'
const bearer = { authorization: `Bearer ${token}` }
const stranger = '192.0.2.7'

/** Opens the operators' calls on a public port. `asked` returns how often the checks ran. */
async function publicOps(options: { trustProxy?: number | string; token?: string } = {}) {
  let asked = 0
  const redis = () => {
    asked += 1
    return 'no connection to 10.0.0.5'
  }
  const ops = await openOps({
    ...options,
    log,
    metrics: openMetrics(),
    checks: { redis },
    degraded: { clock: () => 'ahead' },
    host: '',
    port: undefined,
  })
  let counted = 0
  const count = () => {
    counted += 1
    return undefined
  }
  const strangers = openStrangers(count, () => {})
  const app = buildApp({ log, versionId: 'v1', strangers, ...options })
  ops.routesOn(app)
  ops.begin()
  onTestFinished(() => app.close())
  const ask = (url: string, from: InjectOptions) => app.inject({ url, ...from })
  return { ask, asked: () => asked, counted: () => counted }
}

type Caller = [who: string, from: InjectOptions, options?: { trustProxy?: number | string; token?: string }]

const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({ remoteAddress, headers })
const via = (forwardedFor: string) => from('127.0.0.1', { 'x-forwarded-for': forwardedFor })

const operators: Caller[] = [
  ['a caller on this machine', from('127.0.0.1')],
  ['a caller on this machine over IPv6', from('::1')],
  ['a caller on this machine over a dual-stack socket', from('::ffff:127.0.0.1')],
  ['a caller on this machine behind its trusted proxy', via('127.0.0.1'), { trustProxy: 1 }],
  ['a caller with the token', from(stranger, bearer), { token }],
  ['a caller with the token behind a proxy', from('127.0.0.1', { ...bearer, via: '1.1 proxy' }), { token }],
]

const strangers: Caller[] = [
  ['a stranger', from(stranger)],
  ['a neighbour', from('10.0.0.9')],
  [
    'a stranger that claims a loopback address',
    from(stranger, { 'x-forwarded-for': '127.0.0.1' }),
    { trustProxy: 1 },
  ],
  ['a stranger behind a proxy that is not trusted', via('127.0.0.1')],
  ['a stranger behind a trusted proxy', via(stranger), { trustProxy: 1 }],
  [
    'a stranger with a claimed loopback address behind a trusted proxy',
    via(`127.0.0.1, ${stranger}`),
    { trustProxy: 1 },
  ],
  [
    'a stranger with a claimed loopback address if one hop too many is trusted',
    via(`127.0.0.1, ${stranger}`),
    { trustProxy: 2 },
  ],
  [
    'a stranger behind a proxy of RFC 7239',
    from('127.0.0.1', { forwarded: 'for=127.0.0.1' }),
    { trustProxy: 1 },
  ],
  [
    'a stranger behind a proxy that sends only X-Forwarded-Proto',
    from('127.0.0.1', { 'x-forwarded-proto': 'https' }),
  ],
  ['a wrong token', from(stranger, { authorization: `Bearer ${token}x` }), { token }],
  ['an empty token', from(stranger, { authorization: 'Bearer ' }), { token }],
  ['a token if none is set', from(stranger, bearer)],
]

test.each(operators)(
  'shows everything to %s, and does not limit the calls',
  async (_who, caller, options) => {
    const { ask, counted } = await publicOps(options)
    expect((await ask('/readyz', caller)).json()).toEqual({
      ready: false,
      reasons: ['redis: no connection to 10.0.0.5'],
      warnings: ['clock: ahead'],
    })
    expect((await ask('/metrics', caller)).body).toContain('process_resident_memory_bytes')
    expect(counted()).toBe(0)
  },
)

test.each(strangers)('shows only readiness to %s, and counts the calls', async (_who, caller, options) => {
  const { ask, counted } = await publicOps(options)
  const readiness = await ask('/readyz', caller)
  expect([readiness.statusCode, readiness.json()]).toEqual([503, { ready: false }])
  const metrics = await ask('/metrics', caller)
  expect(metrics.statusCode).toBe(401)
  expect(metrics.headers['www-authenticate']).toBe('Bearer')
  expect(metrics.json()).toMatchObject({ id: 'api.context.operators_only.app_error', status_code: 401 })
  expect((await ask('/livez', caller)).json()).toEqual({ live: true })
  expect(counted()).toBe(3)
})

test('runs the checks once for all who call within a second, strangers and operators', async () => {
  const { ask, asked } = await publicOps()
  const callers = [from(stranger), from('127.0.0.1')]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => ask('/readyz', callers[index % 2] ?? {})),
  )
  const all = '{"ready":false,"reasons":["redis: no connection to 10.0.0.5"],"warnings":["clock: ahead"]}'
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"ready":false}', all]))
  expect(asked()).toBe(1)
})

test('shows everything on a separate port, but metrics only with the token if one is set', async () => {
  const asksOf = async (options: { token?: string }) => {
    const where = { host: '127.0.0.1', port: await freePort() }
    const ops = await openOps({ ...options, ...where, log, metrics: openMetrics(), checks: {} })
    onTestFinished(async () => void (await ops.server.close()))
    ops.begin()
    return async (path: string, headers = {}) =>
      (await fetch(`http://127.0.0.1:${where.port}${path}`, { headers })).status
  }
  const throughProxy = { 'x-forwarded-for': stranger }
  const open = await asksOf({})
  expect([await open('/readyz', throughProxy), await open('/metrics', throughProxy)]).toEqual([200, 200])
  const guarded = await asksOf({ token })
  expect([await guarded('/readyz', throughProxy), await guarded('/metrics', throughProxy)]).toEqual([
    200, 401,
  ])
  expect(await guarded('/metrics', { ...throughProxy, ...bearer })).toBe(200)
  expect(await guarded('/metrics')).toBe(200)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
