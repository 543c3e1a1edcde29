import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, migrate, openDb, restoreDatabase, saveDatabase, withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'

const newUrl = () => withDatabase(inject('postgres'), `backup_${newId()}`)

function open(url: string) {
  const db = openDb(url)
  onTestFinished(() => db.$disconnect())
  return db
}

async function filled(url: string) {
  await ensureDatabase(url)
  await migrate(url)
  const db = open(url)
  const word = { term: 'word', places: Buffer.from([0, 1]) }
  await db.searchFreshWord.create({ data: { ...word, block: 1, batch: 1 } })
  await db.searchWord.create({ data: { ...word, block: 0, batch: 0 } })
}

test('restores the words of merged and of fresh blocks into their own tables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [from, to] = [newUrl(), newUrl()]
  await filled(from)
  await restoreDatabase(to, folder, await saveDatabase(from, folder, () => {}), () => {})
  const db = open(to)
  expect(
    await db.$queryRaw`SELECT tableoid::regclass::text AS name, block FROM search_words ORDER BY block`,
  ).toEqual([
    { name: 'search_words', block: 0 },
    { name: 'search_fresh_words', block: 1 },
  ])
})
