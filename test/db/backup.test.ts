import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  ensureDatabase,
  migrate,
  openDb,
  restoreDatabase,
  type SaveEvents,
  saveDatabase,
  withDatabase,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const migrations = readdirSync(folder)
  .filter(name => /^\d/.test(name))
  .toSorted()

const newUrl = () => withDatabase(inject('postgres'), `backup_${newId()}`)

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Creates a database with the tables after the given migrations. */
async function newDatabase(names = migrations): Promise<string> {
  const url = newUrl()
  await ensureDatabase(url)
  await migrate(url, new Date(), names)
  return url
}

/** Saves a database with a setting, whose tables are those after the given migrations. */
async function savedAfter(names: string[]) {
  const url = await newDatabase(names)
  await (await connected(url)).query(`INSERT INTO settings (name, value) VALUES ('kept', '"through it"')`)
  return saved(url)
}

/** Saves a database to memory. */
async function saved(url: string, events: Partial<SaveEvents> = {}) {
  const files = new Map<string, Buffer>()
  const write = async (name: string, parts: AsyncIterable<Buffer>) => {
    files.set(name, await buffer(parts))
    return { bytes: files.get(name)?.length ?? 0, sha256: '' }
  }
  const database = await saveDatabase(url, write, { onTable: () => {}, ...events })
  return { saved: database, read: (name: string) => Readable.from([files.get(name) ?? Buffer.alloc(0)]) }
}

test('restores a backup of an older version, and migrates it to the tables of this version', async () => {
  const { saved, read } = await savedAfter(migrations.slice(0, -1))
  expect(saved.migrations).toEqual(migrations.slice(0, -1))
  const url = newUrl()
  await restoreDatabase(url, read, saved, () => {})
  const client = await connected(url)
  const { rows } = await client.query(`SELECT value FROM settings WHERE name = 'kept'`)
  expect(rows).toEqual([{ value: 'through it' }])
  expect(await migrate(url)).toEqual([])
})

test('refuses a backup of a newer version, and one of which a part is missing, and changes nothing', async () => {
  const { saved, read } = await savedAfter(migrations)
  const url = newUrl()
  const newer = { ...saved, migrations: [...saved.migrations, '29990101000000_later'] }
  await expect(restoreDatabase(url, read, newer, () => {})).rejects.toThrow(/made by a newer Posthorn/)
  const cut = saved.tables.map(table =>
    table.name === 'settings' ? { ...table, rows: table.rows + 1 } : table,
  )
  const refused = restoreDatabase(url, read, { ...saved, tables: cut }, () => {})
  await expect(refused).rejects.toThrow(/settings: \d+ rows instead of \d+/)
  const { rows } = await (await connected(url)).query(`SELECT FROM settings WHERE name = 'kept'`)
  expect(rows).toEqual([])
  await restoreDatabase(url, read, saved, () => {})
})

function open(url: string) {
  const db = openDb(url)
  onTestFinished(() => db.$disconnect())
  return db
}

test('leaves out the index of words, which workers build again', async () => {
  const url = await newDatabase()
  const client = await connected(url)
  await client.query("CREATE TABLE vectors__z PARTITION OF search_vectors FOR VALUES FROM ('') TO ('z')")
  await client.query("INSERT INTO search_vectors (id, vector) VALUES ('a', 'word')")
  const backup = await saved(url)
  const to = newUrl()
  await restoreDatabase(to, backup.read, backup.saved, () => {})
  const restored = open(to)
  expect(await restored.searchVector.count()).toBe(0)
  expect(await restored.searchChanges.count()).toBe(1)
})

test('says about how much there is to read, and reads as much', async () => {
  const url = await newDatabase()
  const client = await connected(url)
  await client.query(
    `INSERT INTO settings SELECT 'a' || n, to_jsonb(repeat('x', 500)) FROM generate_series(1, 5000) n`,
  )
  await client.query('VACUUM')
  const [sizes, read]: number[][] = [[], []]
  await saved(url, { onSize: bytes => sizes?.push(bytes), onRead: bytes => read?.push(bytes) })
  expect(sizes).toEqual([expect.toSatisfy((bytes: number) => bytes > 5000 * 500)])
  expect(read?.length).toBeGreaterThan(10)
  expect(read?.reduce((sum, bytes) => sum + bytes, 0)).toBe(sizes?.[0])
})
