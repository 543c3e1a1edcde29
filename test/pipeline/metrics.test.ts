import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { type OpsProcess, startWithOps } from '../support/processes.js'
import { promtool, promtoolMissing } from '../support/promtool.js'
import { startWorld } from '../support/world.js'

/** Starts an ingress and a worker as in production, with their own database and Redis. */
async function startAll(env: NodeJS.ProcessEnv = {}) {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const where = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url, ...env }
  const [ingress, worker] = [await startWithOps('ingress', where), await startWithOps('worker', where)]
  await Promise.all([ingress.untilReady(), worker.untilReady()])
  const send = (body: string, key = firstHookKey) =>
    fetch(`${ingress.url}/hooks/${key}`, { method: 'POST', body })
  return { world, redis, ingress, worker, send, where }
}

const figures = async (process: OpsProcess, names: string[]) =>
  Object.fromEntries(await Promise.all(names.map(async name => [name, await process.figure(name)])))

test('counts accepted, refused, posted and rejected deliveries by reason', async () => {
  const { ingress, worker, send } = await startAll({ HOOK_RATE: '6/60' })
  for (const body of ['{"text":"one"}', `{"text":"${'long '.repeat(1000)}"}`]) await send(body)
  await send('{"text":"nowhere","channel":"nowhere"}')
  await send('not json')
  await send('{}')
  await send('{"text":"x"}', 'a'.repeat(26))
  for (const _ of ['the sixth', 'one too many']) await send('{}')

  const accepted = {
    posthorn_deliveries_accepted_total: 3,
    posthorn_redis_write_seconds_count: 3,
    'posthorn_calls_refused_total{reason="unreadable"}': 1,
    'posthorn_calls_refused_total{reason="no_text"}': 2,
    'posthorn_calls_refused_total{reason="no_such_hook"}': 1,
    'posthorn_calls_refused_total{reason="limited"}': 1,
    'posthorn_calls_refused_total{reason="too_large"}': 0,
  }
  expect(await figures(ingress, Object.keys(accepted))).toEqual(accepted)

  const settled = {
    posthorn_deliveries_posted_total: 2,
    'posthorn_deliveries_rejected_total{reason="unknown_channel"}': 1,
    'posthorn_deliveries_rejected_total{reason="no_permission"}': 0,
    posthorn_posts_total: 3,
    posthorn_batch_deliveries_sum: 3,
    posthorn_accept_to_posted_seconds_count: 2,
    posthorn_failed_batches: 0,
    'posthorn_check_ok{part="postgres"}': 1,
    'posthorn_check_ok{part="redis"}': 1,
  }
  await eventually(async () => expect(await figures(worker, Object.keys(settled))).toEqual(settled))
})

test('counts deliveries by outcome, and only new posts as posts', async () => {
  const { world, worker, send } = await startAll()
  for (const key of ['update_key', 'update_key', 'thread_key']) await send(`{"text":"x","${key}":"k"}`)
  await world.db.hook.updateMany({ data: { collapseSeconds: 60 } })
  for (let call = 0; call < 2; call++) await send('{"text":"x"}')
  const [updated] = await world.db.delivery.findMany({ where: { outcome: 'updated' } })
  expect(updated?.postId).toMatch(/01$/)
  const settled = {
    'posthorn_deliveries_settled_total{outcome="posted"}': 2,
    'posthorn_deliveries_settled_total{outcome="updated"}': 1,
    'posthorn_deliveries_settled_total{outcome="replied"}': 1,
    'posthorn_deliveries_settled_total{outcome="collapsed"}': 1,
    'posthorn_deliveries_settled_total{outcome="superseded"}': 0,
    'posthorn_deliveries_settled_total{outcome="rejected"}': 0,
    posthorn_deliveries_posted_total: 2,
    posthorn_posts_total: 3,
    posthorn_accept_to_posted_seconds_count: 5,
  }
  await eventually(async () => expect(await figures(worker, Object.keys(settled))).toEqual(settled))
})

test('serves well-named metrics without keys, hooks and texts, only on the operators’ port', async () => {
  const { world, ingress, worker, send, where } = await startAll()
  const api = await startWithOps('api', where)
  await api.untilReady()
  await send('{"text":"a text that is nobody\'s business"}')
  await eventually(async () => expect(await worker.figure('posthorn_posts_total')).toBe(1))
  const { id } = await world.db.hook.findFirstOrThrow()
  for (const each of [ingress, worker, api]) {
    const text = await each.metrics()
    for (const secret of [firstHookKey, id, 'business']) expect(text).not.toContain(secret)
    await expectNamedAsPrometheusWants(text)
    for (const part of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(text).toMatch(new RegExp(`^${part} \\d`, 'm'))
  }
  await expectCountedCalls(api)
  expect(await unknownMetrics([ingress, worker, api])).toEqual([])
  for (const path of ['/metrics', '/readyz', '/livez'])
    for (const { url } of [ingress, api]) expect((await fetch(url + path)).status).toBe(404)
})

/** Checks that calls of the API count by route and status, and that unknown paths do not become series. */
async function expectCountedCalls(api: OpsProcess): Promise<void> {
  const wrong = { method: 'POST', body: '{"name":"first-team","login_id":"admin","password":"wrong"}' }
  await fetch(`${api.url}/api/v3/users/login`, wrong)
  for (const path of ['one', 'two', 'two']) await fetch(`${api.url}/api/v3/nothing/${path}`)
  const count = (route: string, status: number) =>
    api.figure(`posthorn_api_call_seconds_count{route="${route}",status="${status}"}`)
  await eventually(async () => expect(await count('POST /api/v3/users/login', 401)).toBe(1))
  expect(await api.metrics()).not.toMatch(/route="[^"]*(nothing|unknown)/)
  expect(await api.figure('posthorn_postgres_connections{state="waiting"}')).toBe(0)
  expect(await api.figure('posthorn_sockets')).toBe(0)
}

/** Returns the metrics of alerts and dashboard that no process has. */
async function unknownMetrics(processes: OpsProcess[]): Promise<string[]> {
  const texts = await Promise.all(processes.map(({ metrics }) => metrics()))
  const used = ['prometheus/rules.yaml', 'grafana/posthorn.json'].flatMap(file =>
    readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8').match(
      /\b(?:posthorn|nodejs)_\w+/g,
    ),
  )
  return [...new Set(used)].filter(
    name => !texts.some(text => new RegExp(`^${name}[ {]`, 'm').test(text)),
  ) as string[]
}

test('reports a batch in the failed set in /readyz and /metrics', async () => {
  const { world, worker } = await startAll()
  expect((await worker.ask('/readyz')).status).toBe(200)
  await world.redis.zadd('posthorn:deliveries:failed', 1, 'a batch that should not be here')
  const reasons = [expect.stringMatching(/^failed_set: 1 batches/)]
  await eventually(async () => expect(await worker.readiness()).toMatchObject({ ready: false, reasons }))
  expect(await worker.figure('posthorn_failed_batches')).toBe(1)
})

test('reports a silent Redis in /readyz and /metrics, which never hang', async () => {
  const { redis, ingress, worker } = await startAll()
  process.kill(redis.pid, 'SIGSTOP')
  for (const each of [ingress, worker]) {
    const reasons = expect.arrayContaining([expect.stringMatching(/^redis: no /)])
    await eventually(async () => expect(await each.readiness()).toMatchObject({ ready: false, reasons }))
    expect(await each.figure('posthorn_check_ok{part="redis"}')).toBe(0)
    expect(await each.figure('posthorn_check_ok{part="postgres"}')).toBe(1)
  }
  process.kill(redis.pid, 'SIGCONT')
  await Promise.all([ingress.untilReady(), worker.untilReady()])
})

/** Checks that metrics have a help text that is a sentence, and that Prometheus's own checker has no complaints. */
async function expectNamedAsPrometheusWants(text: string) {
  const names = [...text.matchAll(/^# TYPE (posthorn_\S+)/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) expect(text).toMatch(new RegExp(`^# HELP ${name} [A-Z].*\\.`, 'm'))
  if (promtoolMissing === undefined)
    expect(await promtool(['check', 'metrics'], ownMetrics(text))).toMatchObject({ code: 0, printed: '' })
}

/** Leaves out what prom-client says of Node, whose names are not ours. */
const ownMetrics = (text: string) =>
  text
    .split(/\n(?=# HELP)/)
    .filter(part => part.startsWith('# HELP posthorn_'))
    .join('\n')
    .concat('\n')

test('reports a Redis that fills up in /readyz and /metrics while calls are still accepted', async () => {
  const { world, ingress, send } = await startAll()
  await world.redis.setrange('ballast', 50_000_000, 'x')
  const [, used] = /^used_memory:(\d+)/m.exec(await world.redis.info('memory')) ?? []
  await world.redis.config('SET', 'maxmemory', Math.round(Number(used) / 0.7))
  const warning = /^redis_memory: \d\d % of Redis's memory/
  await eventually(async () =>
    expect((await ingress.readiness()).warnings).toContainEqual(expect.stringMatching(warning)),
  )
  expect((await ingress.readiness()).ready).toBe(true)
  expect(await ingress.figure('posthorn_redis_memory_ratio')).toBeGreaterThan(0.6)
  expect(await ingress.figure('posthorn_check_ok{part="redis_memory"}')).toBe(0)
  expect((await send('{"text":"still taken"}')).status).toBe(200)
})
