import { openApi } from '@posthorn/api'
import { type Db, digest, findHooksByKey, openDb, withDatabase } from '@posthorn/db'
import { connectFailingFast, redisReady } from '@posthorn/queue'
import { buildApp, newId, openLog } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { spawnProcess } from '../support/processes.js'
import { team } from './start-api.js'

const adminPassword = 'chosen by its owner'

/** Returns a client and the migrate step for a database that does not exist yet. */
function newDatabase() {
  const url = withDatabase(inject('postgres'), `migrate_${newId()}`)
  const db = openDb(url)
  onTestFinished(() => db.$disconnect())
  /** Returns its output: the log entries and the other lines. */
  const step = async (env: NodeJS.ProcessEnv = {}) => {
    const child = spawnProcess('migrate', { DATABASE_URL: url, BASE_URL: 'https://chat.example.org', ...env })
    const lines = (await child.stdout.toArray()).join('').trimEnd().split('\n')
    const isLog = (line: string) => line.startsWith('{')
    return { log: lines.filter(isLog).join('\n'), plain: lines.filter(line => !isLog(line)) }
  }
  return { db, step }
}

async function logIn(db: Db, login_id: string, password: string) {
  const log = openLog('test', 'silent')
  const redis = connectFailingFast(inject('redis'))
  await redisReady(redis, 60_000)
  const api = await openApi({ db, redis, prefix: `migrate-${newId()}`, log })
  const app = buildApp({ log, versionId: 'test' })
  api.routes(app)
  onTestFinished(async () => {
    await Promise.all([app.close(), api.close()])
    redis.disconnect()
  })
  const body = { name: team, login_id, password }
  return (await app.inject({ method: 'POST', url: '/api/v3/users/login', body })).statusCode
}

test('the migrate step creates the first accounts and hook, and shows their secrets once', async () => {
  const { db, step } = newDatabase()
  const { log, plain } = await step({ ADMIN_PASSWORD: adminPassword })
  const [, userPassword = ''] = /^Shown this once: user reader, password (\w{26})$/.exec(plain[0] ?? '') ?? []
  const [, key = ''] =
    /^Shown this once: hook https:\/\/chat\.example\.org\/hooks\/(\w{26})$/.exec(plain[1] ?? '') ?? []
  expect(plain).toHaveLength(2)
  expect(await logIn(db, 'admin', adminPassword)).toBe(200)
  expect(await logIn(db, 'reader', userPassword)).toBe(200)
  expect((await findHooksByKey(db, [Buffer.from(digest(key)).toString('hex')])).size).toBe(1)
  for (const secret of [adminPassword, userPassword, key]) expect(log).not.toContain(secret)
})

test('the migrate step changes nothing in a database with accounts, and shows nothing', async () => {
  const { db, step } = newDatabase()
  await step({ ADMIN_PASSWORD: adminPassword })
  expect((await step({ ADMIN_PASSWORD: 'another one' })).plain).toEqual([])
  expect(await logIn(db, 'admin', adminPassword)).toBe(200)
  expect(await logIn(db, 'admin', 'another one')).toBe(401)
})

test('without ADMIN_PASSWORD, the migrate step generates the administrator’s password and shows it once', async () => {
  const { db, step } = newDatabase()
  const { log, plain } = await step()
  const [, password = ''] =
    /^Shown this once: administrator admin, password (\w{26})$/.exec(plain[0] ?? '') ?? []
  expect(plain).toHaveLength(3)
  expect(await logIn(db, 'admin', password)).toBe(200)
  expect(log).not.toContain(password)
  expect((await step()).plain).toEqual([])
})

test('of concurrent migrate steps on an empty database, one shows its secrets', async () => {
  const { db, step } = newDatabase()
  const shown = (await Promise.all([step(), step(), step()])).flatMap(({ plain }) => plain)
  expect(shown.filter(line => line.startsWith('Shown this once'))).toHaveLength(3)
  expect(await db.user.count({ where: { roles: { contains: 'system_admin' } } })).toBe(1)
})

test.each([
  { HOOK_CONFIRM: '', confirm: true },
  { HOOK_CONFIRM: 'off', confirm: false },
])(
  'the first hook holds its answers as HOOK_CONFIRM=$HOOK_CONFIRM says',
  async ({ HOOK_CONFIRM, confirm }) => {
    const { db, step } = newDatabase()
    await step({ ADMIN_PASSWORD: adminPassword, HOOK_CONFIRM })
    expect(await db.hook.findFirst()).toMatchObject({ confirm })
  },
)
