import { isStatementTimeout, migrate, openDb, withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { unpackPackage } from '../support/unpack-package.js'
import { dropDatabase, startWorld } from '../support/world.js'
import { startPgBouncer } from './pgbouncer.js'

const found = await unpackPackage('pgbouncer')
const missing = 'missing' in found ? found.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

const modes = [
  ['session', ''],
  ['transaction', '?pgbouncer=true'],
] as const

test.skipIf(missing).each(modes)(
  `posts, updates and replies through PgBouncer in %s mode with fewer server connections than clients${why}`,
  async (mode, parameters) => {
    const world = await startWorld({
      through: async url => `${await startPgBouncer(found, url, { mode })}${parameters}`,
    })
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
  },
)

test.skipIf(missing)(
  `migrates, counts in transactions and ends slow statements through PgBouncer in transaction mode${why}`,
  async () => {
    const admin = openDb(withDatabase(inject('postgres'), 'postgres'), { poolSize: 1 })
    const direct = withDatabase(inject('postgres'), `pooled_${newId()}`)
    await admin.$executeRawUnsafe(`CREATE DATABASE ${new URL(direct).pathname.slice(1)}`)
    onTestFinished(async () => {
      await admin.$disconnect()
      await dropDatabase(direct)
    })
    const url = await startPgBouncer(found, direct, { mode: 'transaction' })
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
    expect(new Set(limits.map(rows => JSON.stringify(rows)))).toEqual(
      new Set(['[{"statement_timeout":"0"}]']),
    )
    expect(await lane.team.count()).toBe(0)
  },
)
