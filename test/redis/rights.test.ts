import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultPrefix, restoreRedis, saveRedis } from '@posthorn/queue'
import type { RedisBinary } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { startApi } from '../api/start-api.js'
import { callEverything } from '../support/call-everything.js'
import { findNewer } from '../support/debian-13.js'
import { eventually } from '../support/eventually.js'
import { connect, startLoaded, startReplicated, startServer } from './servers.js'

const documented = readFileSync(fileURLToPath(new URL('../../docs/deploy.md', import.meta.url)), 'utf8')
const [, rights = ''] = /^user posthorn on >PASSWORD (.*)$/m.exec(documented) ?? []
const redis8 = await findNewer('redis-server')
const missing = 'missing' in redis8 ? redis8.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

/** Returns the rights in the documented row that begins with `purpose`. */
function furtherRights(purpose: string): string {
  const row = documented.split('\n').find(line => line.startsWith(`| ${purpose}`)) ?? ''
  return row.match(/(?<=\| `)\+[^`]+/)?.[0] ?? 'no such row'
}

/** Adds a user with these rights. Returns its URL, and what Redis denied. */
async function addUser({ url, port }: { url: string; port: number }, allowed: string) {
  const admin = await connect(url)
  await admin.call('ACL', 'SETUSER', 'posthorn', 'on', '>secret', ...allowed.split(' '))
  const denied = async () => ((await admin.call('ACL', 'LOG')) as string[][]).map(entry => entry.join(' '))
  const calls = async (command: string) =>
    Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await admin.info('commandstats'))?.[1] ?? 0)
  return { redisUrl: `redis://posthorn:secret@127.0.0.1:${port}`, admin, denied, calls }
}

/** Runs everything with a user of these rights, and a replica. */
async function expectEnough(allowed: string, waits: string[], binary?: RedisBinary): Promise<void> {
  const { primary } = await startReplicated(1, { binary })
  const { redisUrl, denied, calls } = await addUser(primary, allowed)
  const { listen, send, url, messages, allWorked } = await startApi(undefined, {
    redisUrl,
    prefix: defaultPrefix,
    replicas: 1,
    workerLater: false,
    hookRate: { points: 1000, seconds: 60 },
  })
  await send({ text: 'word '.repeat(20_000) }, { 'idempotency-key': 'flood' })
  await send({ text: 'one', update_key: 'key' })
  await send({ text: 'two', update_key: 'key' })
  await allWorked()
  await eventually(async () => expect(await messages()).toContain('two'))
  await callEverything({ ingressUrl: url, apiUrl: (await listen()).url })
  await allWorked()
  expect(await denied()).toEqual([])
  for (const command of waits) expect(await calls(command)).toBeGreaterThan(0)
}

test('needs no more rights in Redis than docs/deploy.md lists', async () => {
  await expectEnough(rights, ['wait'])
})

test.skipIf(missing)(`needs no more rights in Redis 8 than docs/deploy.md lists${why}`, async () => {
  if ('missing' in redis8) return
  await expectEnough(`${rights} ${furtherRights('`REDIS_REPLICAS`')}`, ['wait', 'waitaof'], redis8)
})

test('backs up and restores Redis with no more rights than docs/deploy.md lists', async () => {
  const [source, target] = await Promise.all([startServer(), startServer()])
  const from = await addUser(source, `${rights} ${furtherRights('`npm run backup`')}`)
  const to = await addUser(target, `${rights} ${furtherRights('`npm run restore`')}`)
  await from.admin.set(`${defaultPrefix}:a`, 'kept')
  const copy = await startLoaded(saveRedis(from.redisUrl))
  expect(await restoreRedis(copy.url, to.redisUrl)).toBe(1)
  expect(await to.admin.get(`${defaultPrefix}:a`)).toBe('kept')
  expect([...(await from.denied()), ...(await to.denied())]).toEqual([])
})
