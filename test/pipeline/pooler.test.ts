import { isStatementTimeout, migrate, openDb, withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { unpackFromDebian13 } from '../support/debian-13.js'
import { unpackPackage } from '../support/unpack-package.js'
import { dropDatabase, startWorld } from '../support/world.js'
import { startPgBouncer } from './pgbouncer.js'

const poolers = [
  ['the distribution’s PgBouncer', await unpackPackage('pgbouncer')],
  ['PgBouncer 1.24', await unpackFromDebian13('pgbouncer')],
] as const

const modes = [
  ['session', ''],
  ['transaction', '?pgbouncer=true'],
] as const

for (const [name, found] of poolers) {
  const missing = 'missing' in found ? found.missing : undefined
  /** Says in the report why a test was skipped. */
  const why = missing === undefined ? '' : ` (skipped: ${missing})`

  test.skipIf(missing).each(modes)(
    `posts, updates and replies through ${name} in %s mode with fewer server connections than clients${why}`,
    (mode, parameters) =>
      expectPosts(async url => `${await startPgBouncer(found, url, { mode })}${parameters}`),
  )

  test.skipIf(missing)(
    `migrates, counts in transactions and ends slow statements through ${name} in transaction mode${why}`,
    () => expectTransactions(url => startPgBouncer(found, url, { mode: 'transaction' })),
  )
}

/** Returns the database's URL through a pooler. */
type Through = (databaseUrl: string) => Promise<string>

async function expectPosts(through: Through): Promise<void> {
  const world = await startWorld({ through })
  const second = await world.anotherIngress()
  await world.work()
  const texts = Array.from({ length: 30 }, (_, number) => `text ${number}`)
  await Promise.all(texts.map(text => world.send({ text })))
  await world.send({ text: 'down', update_key: 'db' })
  await world.send({ text: 'up', update_key: 'db' })
  await world.send({ text: 'nowhere', channel: 'no-such-channel' })
  await world.allWorked()
  expect((await world.messages()).toSorted()).toEqual([...texts, 'up'].toSorted())
  expect(second.url).not.toBe(world.url)
}

async function expectTransactions(through: Through): Promise<void> {
  const admin = openDb(withDatabase(inject('postgres'), 'postgres'), { poolSize: 1 })
  const direct = withDatabase(inject('postgres'), `pooled_${newId()}`)
  await admin.$executeRawUnsafe(`CREATE DATABASE ${new URL(direct).pathname.slice(1)}`)
  onTestFinished(async () => {
    await admin.$disconnect()
    await dropDatabase(direct)
  })
  const url = await through(direct)
  const applied = (await Promise.all([migrate(url), migrate(url)])).flat()
  expect(new Set(applied).size).toBe(applied.length)

  const db = openDb(`${url}?pgbouncer=true&connection_limit=2`)
  onTestFinished(() => db.$disconnect())
  expect(db.pool.options.max).toBe(2)
  const lane = db.openSame({ statementTimeoutMs: 100 })
  onTestFinished(() => lane.$disconnect())
  const slow = await lane.$queryRaw`SELECT 1 FROM pg_sleep(20)`.catch((error: unknown) => error)
  expect(isStatementTimeout(slow)).toBe(true)
  const limits = await Promise.all(Array.from({ length: 6 }, () => db.$queryRaw`SHOW statement_timeout`))
  expect(new Set(limits.map(rows => JSON.stringify(rows)))).toEqual(new Set(['[{"statement_timeout":"0"}]']))
  expect(await lane.team.count()).toBe(0)
}
