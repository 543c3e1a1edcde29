import { fileURLToPath } from 'node:url'
import { ensureDatabase, migrate, withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { schemaDifference } from './schema-difference.js'

const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url))

async function emptyDatabase(): Promise<pg.Client> {
  const name = `empty_${newId()}`
  const url = withDatabase(inject('postgres'), name)
  await ensureDatabase(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const urlOf = (client: pg.Client) => withDatabase(inject('postgres'), client.database ?? '')

test('schema.prisma and the migrated database agree, and a change to one of them shows', async () => {
  const client = await emptyDatabase()
  await migrate(urlOf(client))
  const { host, port, user, password, database } = client
  const place = { host, port, user: user ?? '', password: password ?? '', database: database ?? '' }
  expect(await schemaDifference(place, schemaFile)).toMatch(/^-- This is an empty migration\.\s*$/)
  await client.query('ALTER TABLE posts DROP COLUMN html')
  expect(await schemaDifference(place, schemaFile)).toContain('ADD COLUMN     "html"')
})

test('applies each migration once, like Prisma, when several processes migrate at the same time', async () => {
  const client = await emptyDatabase()
  const applied = await Promise.all([1, 2, 3].map(() => migrate(urlOf(client))))
  const { rows } = await client.query(
    'SELECT migration_name, checksum, applied_steps_count FROM _prisma_migrations',
  )
  expect(applied.flat().toSorted()).toEqual(rows.map(row => row.migration_name).toSorted())
  for (const row of rows)
    expect(row).toMatchObject({ checksum: expect.stringMatching(/^[0-9a-f]{64}$/), applied_steps_count: 1 })
})

test('rejects a migration that was changed after it was applied', async () => {
  const client = await emptyDatabase()
  await migrate(urlOf(client))
  await client.query("UPDATE _prisma_migrations SET checksum = 'other'")
  await expect(migrate(urlOf(client))).rejects.toThrow(/was changed after it had been applied/)
})

test('creates a partition for every day of the next two weeks', async () => {
  const client = await emptyDatabase()
  await migrate(urlOf(client), new Date('2027-02-27T12:00:00Z'))
  const { rows } = await client.query(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deliveries'::regclass ORDER BY 1",
  )
  expect(rows).toHaveLength(16)
  expect([rows[0].name, rows.at(-1).name]).toEqual(['deliveries_20270226', 'deliveries_20270313'])
})
