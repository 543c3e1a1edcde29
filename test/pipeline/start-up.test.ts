import { once } from 'node:events'
import {
  type Db,
  ensureDatabase,
  migrate,
  openDb,
  schemaTrouble,
  watchSettings,
  withDatabase,
} from '@posthorn/db'
import { newId, versionId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { type Role, spawnProcess, startWithOps } from '../support/processes.js'
import { startProxy } from '../support/start-proxy.js'
import { dropDatabase, startWorld } from '../support/world.js'

/** Returns how a process that cannot start exits. */
async function failedStart(role: Role, env: NodeJS.ProcessEnv) {
  const child = spawnProcess(role, env)
  const [lines, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
  return { code, output: lines.join('') }
}

test.each(['ingress', 'worker', 'api'] as const)(
  'reports only the mistakes in the environment of the %s',
  async role => {
    const { code, output } = await failedStart(role, { DATABASE_URL: '', REDIS_URL: 'x', LOG_LEVEL: 'x' })
    expect(code).toBe(1)
    const mistakes = output.split('\n').map(line => line.split(':')[0]?.trim())
    expect(mistakes).toEqual(['The environment is invalid', 'DATABASE_URL', 'REDIS_URL', 'LOG_LEVEL', ''])
  },
)

test('reports a port in use in one line', async () => {
  const { databaseUrl, redisUrl, url } = await startWorld()
  const { port } = new URL(url)
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, PORT: port }
  const output = `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`
  expect(await failedStart('ingress', env)).toEqual({ code: 1, output })
})

test.each(['ingress', 'worker', 'api'] as const)(
  'starts the %s before its Redis and database, logs what it waits for, and then works',
  async role => {
    const { redis, again } = await startOwnRedis()
    await redis.stop()
    const databaseUrl = newDatabase()
    const process = await startWithOps(role, { DATABASE_URL: databaseUrl, REDIS_URL: redis.url })
    const waitsFor = (...reasons: string[]) =>
      eventually(() => expect(waitingIn(process.written()).at(-1)).toEqual(reasons))

    const noRedis =
      role === 'api' ? [] : [expect.stringMatching(/^redis: no connection to \S+:\d+ \(ECONNREFUSED\)$/)]
    await waitsFor(...noRedis, 'postgres: the database does not exist yet')
    const noPostgres = role === 'ingress' ? [] : [name] // optional once hooks are cached
    const reasons = ['starting', ...noRedis, ...noPostgres]
    expect(await process.readiness()).toMatchObject({ ready: false, reasons })
    await again()
    await ensureDatabase(databaseUrl)
    await waitsFor('postgres: the database was never migrated: run the migrate step')
    await migrate(databaseUrl)
    await process.untilReady()
  },
)

test('names the newest migration if the database lacks it', async () => {
  const { databaseUrl, db } = await startWorld({ workerLater: true })
  const [newest] = await db.$queryRaw<{ migration_name: string }[]>`
    DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)
    RETURNING migration_name`
  const api = await startWithOps('api', { DATABASE_URL: databaseUrl, REDIS_URL: inject('redis') })
  const reason = `postgres: the migration ${newest?.migration_name} has not been applied: run the migrate step`
  await eventually(() => expect(waitingIn(api.written()).at(-1)).toEqual([reason]))
})

test('accepts a database that a later version has migrated', async () => {
  const { databaseUrl, db } = await startWorld({ workerLater: true })
  await db.$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('later', '', '99990101000000_of_a_later_version', now())`
  const api = await startWithOps('api', { DATABASE_URL: databaseUrl, REDIS_URL: inject('redis') })
  await api.untilReady()
})

test('reports which password is wrong', async () => {
  const wrong = (url: string) => Object.assign(new URL(url), { password: 'wrong' }).toString()
  const env = { DATABASE_URL: wrong(inject('postgres')), REDIS_URL: wrong(inject('redis')) }
  const { written } = await startWithOps('ingress', env)
  const reasons = ['redis', 'postgres'].map(part => `${part}: the password was rejected`)
  await eventually(() => expect(waitingIn(written()).at(-1)).toEqual(reasons))
})

const name = expect.any(String)

/** Names a database that does not exist yet. It is dropped after the test. */
function newDatabase(): string {
  const url = withDatabase(inject('postgres'), `later_${newId()}`)
  onTestFinished(() => dropDatabase(url))
  return url
}

/** Returns what a process logged that it waits for, each time. */
function waitingIn(written: string): string[][] {
  const lines = written.split('\n').filter(line => line.includes('"msg":"waiting"'))
  return lines.map(line => JSON.parse(line).waiting_for)
}

test('waits for a Postgres that disappears during the start', async () => {
  const { databaseUrl } = await startWorld({ workerLater: true })
  const proxy = await startProxy(databaseUrl)
  const db = openDb(proxy.url)
  await proxy.cut()
  const following = watchSettings(db, () => {})
  await expect(db.$queryRaw`SELECT 1`).rejects.toThrow()
  await proxy.restore()
  const { settings, close } = await following
  expect(settings().EnableIncomingWebhooks).toBe(true)
  await close()
  await db.$disconnect()
})

const started = ['ingress', 'worker', 'api'] as const

test.each(started)('refuses Postgres 14 and Redis 6 at the start of the %s', async role => {
  const { databaseUrl } = await startWorld({ workerLater: true })
  const [postgres, redis] = await Promise.all([startProxy(databaseUrl), startProxy(inject('redis'))])
  postgres.rewrite(String(await versionOf(databaseUrl)), '140012')
  redis.rewrite('redis_version:7', 'redis_version:6')
  const { code, output } = await failedStart(role, { DATABASE_URL: postgres.url, REDIS_URL: redis.url })
  expect(code).toBe(1)
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^redis: Redis 6\.\S+ is not supported\. Use Redis 7\.0 or later$/),
    'postgres: Postgres 14 is not supported. Use Postgres 15 or later',
    '',
  ])
})

test('refuses to migrate Postgres 14, and changes nothing', async () => {
  const databaseUrl = newDatabase()
  const proxy = await startProxy(databaseUrl)
  proxy.rewrite(String(await versionOf(withDatabase(databaseUrl, 'postgres'))), '140012')
  const output = 'Postgres 14 is not supported. Use Postgres 15 or later\n'
  expect(await failedStart('migrate', { DATABASE_URL: proxy.url })).toEqual({ code: 1, output })
  expect(await schemaTrouble(openedDb(databaseUrl))).toMatch(/never migrated/)
})

test.each([...started, 'migrate', 'reset-password'] as const)(
  'refuses to start the %s if a newer version allows only later ones',
  async role => {
    const { databaseUrl, db } = await startWorld({ workerLater: true })
    await db.oldestVersion.update({ where: { id: 1 }, data: { version: '0.10.0' } })
    const { code, output } = await failedStart(role, {
      DATABASE_URL: databaseUrl,
      REDIS_URL: inject('redis'),
    })
    expect(code).toBe(1)
    expect(output).toMatch(
      /^(postgres: )?A newer version has migrated this database\. It allows Posthorn 0\.10\.0 or later, but this is \d+\.\d+\.\d+\n$/,
    )
  },
)

test('allows the oldest version that a newer one names', async () => {
  const { databaseUrl, db } = await startWorld({ workerLater: true })
  await db.oldestVersion.update({ where: { id: 1 }, data: { version: versionId } })
  const api = await startWithOps('api', { DATABASE_URL: databaseUrl, REDIS_URL: inject('redis') })
  await api.untilReady()
})

function openedDb(url: string): Db {
  const db = openDb(url, { poolSize: 1 })
  onTestFinished(() => db.$disconnect())
  return db
}

async function versionOf(url: string): Promise<number> {
  const { rows } = await openedDb(url).pool.query(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  return rows[0].version
}
