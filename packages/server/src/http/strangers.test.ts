import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { buildApp } from './app.js'
import { markCounted, openStrangers } from './strangers.js'

const limit = 3

/** Serves routes of every kind, which count what they read and do. Admits three calls of each address. */
function serve() {
  const used = new Map<string, number>()
  const limited: string[] = []
  const work = { parsed: 0, handled: 0 }
  const count = (key: string, cost = 1) => {
    const calls = (used.get(key) ?? 0) + cost
    used.set(key, calls)
    return { admitted: calls <= limit, limit, remaining: Math.max(0, limit - calls), resetSeconds: 60 }
  }
  const strangers = openStrangers(count, (_kind, key) => void limited.push(key))
  const app = buildApp({ log: openLog('test', 'silent'), versionId: 'v1', strangers })
  onTestFinished(() => app.close())
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => void work.parsed++)
  app.all('/plain', async () => void work.handled++)
  app.get('/known', { onRequest: async request => markCounted(request) }, async () => 'known')
  app.register(async scope => void scope.get('/inside', async () => 'inside'))
  return { app, work, limited, used, strangers }
}

const statuses = async (app: FastifyInstance, call: InjectOptions) => {
  const answers = []
  for (let made = 0; made <= limit; made++) answers.push((await app.inject(call)).statusCode)
  return answers
}

test.each<[what: string, call: InjectOptions, admitted: number]>([
  ['a route', { url: '/plain' }, 200],
  ['a route in a scope of its own', { url: '/inside' }, 200],
  ['a path that does not exist', { url: '/nowhere', method: 'POST', body: 'x' }, 404],
  ['a method that does not exist', { url: '/inside', method: 'DELETE' }, 405],
  ['the methods of a path', { url: '/inside', method: 'OPTIONS' }, 200],
])('counts calls of unknown callers by address: %s', async (_what, call, admitted) => {
  const { app, limited } = serve()
  expect(await statuses(app, call)).toEqual([admitted, admitted, admitted, 429])
  const other = await app.inject({ ...call, remoteAddress: '192.0.2.7' })
  expect([other.statusCode, limited]).toEqual([admitted, ['127.0.0.1']])
})

test('rejects a call before its body is read and its handler runs', async () => {
  const { app, work } = serve()
  await statuses(app, { url: '/plain', method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })
  expect(work).toEqual({ parsed: limit, handled: limit })
})

test('sends the usual headers of a limit', async () => {
  const { app } = serve()
  const { headers } = await app.inject({ url: '/plain' })
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
  await statuses(app, { url: '/plain' })
  const over = await app.inject({ url: '/plain' })
  expect([over.body, over.headers['retry-after']]).toEqual(['limit exceeded', '60'])
})

test('does not count a call that its route has counted', async () => {
  const { app, used } = serve()
  expect(await statuses(app, { url: '/known' })).toEqual([200, 200, 200, 200])
  expect(used.size).toBe(0)
})

test('takes a call back whose caller became known', async () => {
  const { strangers } = serve()
  for (let made = 0; made < 10; made++) {
    expect((await strangers.count('192.0.2.7'))?.admitted).toBe(true)
    await strangers.forgive('192.0.2.7')
  }
})
