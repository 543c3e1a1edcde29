import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  dropMarks,
  ensureDatabase,
  migrate,
  openDb,
  restoreDatabase,
  saveDatabase,
  withDatabase,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const migration = '20261203000301_no_post_marks'
const before = readdirSync(folder).filter(name => /^\d/.test(name) && name < migration)

const newUrl = () => withDatabase(inject('postgres'), `marks_${newId()}`)

function open(url: string) {
  const db = openDb(url)
  onTestFinished(() => db.$disconnect())
  return db
}

/** Migrates a database that an earlier version has used. */
async function startOld() {
  const url = newUrl()
  await ensureDatabase(url)
  await migrate(url, new Date(), before)
  const db = open(url)
  await db.$executeRaw`
    INSERT INTO teams (id, create_at, update_at, name, display_name, type, invite_id, creator_id)
    VALUES ('t', 1, 1, 'old', 'Old', 'O', 'i', 'u')`
  await migrate(url)
  const { rows } = await db.pool.query('SELECT FROM post_mark_progress') // the earlier version still runs
  expect(rows).toHaveLength(1)
  const hasMarks = async () =>
    (await db.pool.query(`SELECT to_regclass('post_marks') IS NOT NULL AS there`)).rows[0].there
  return { url, db, hasMarks }
}

test('drops the counts for far pages a day after the upgrade, when no earlier version can still run', async () => {
  const { db, hasMarks } = await startOld()
  await dropMarks(db)
  expect(await hasMarks()).toBe(true)
  await db.$executeRaw`
    UPDATE _prisma_migrations SET finished_at = now() - interval '25 hours' WHERE migration_name = ${migration}`
  await dropMarks(db)
  expect(await hasMarks()).toBe(false)
  await dropMarks(db)
})

test('a backup of that day can be restored, without the counts', async () => {
  const { url } = await startOld()
  const files = new Map<string, Buffer>()
  const write = async (name: string, parts: AsyncIterable<Buffer>) => {
    files.set(name, await buffer(parts))
    return { bytes: 0, sha256: '' }
  }
  const saved = await saveDatabase(url, write, { onTable: () => {} })
  const to = newUrl()
  const read = (name: string) => Readable.from([files.get(name) ?? Buffer.alloc(0)])
  await restoreDatabase(to, read, saved, () => {})
  expect(await open(to).team.count()).toBe(1)
})
