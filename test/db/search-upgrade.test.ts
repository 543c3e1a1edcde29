import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  countUnindexed,
  type Db,
  dropOldIndex,
  ensureDatabase,
  indexPosts,
  migrate,
  openDb,
  searchPosts,
  withDatabase,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { eventually } from '../support/eventually.js'

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const migration = '20261206000101_search_vectors'
const before = readdirSync(folder).filter(name => /^\d/.test(name) && name < migration)
const dayMs = 86_400_000
const count = 20_000
const sizes = { newest: 1000, oldest: 4000, merged: [9000] }

/** Opens a database with many posts, as a version before the present index left it, and migrates it. */
async function startOld() {
  const url = withDatabase(inject('postgres'), `upgrade_${newId()}`)
  await ensureDatabase(url)
  await migrate(url, new Date(), before)
  const db = openDb(url)
  onTestFinished(() => db.$disconnect())
  const [teamId, channelId, userId] = [newId(), newId(), newId()]
  await db.$executeRaw`
    INSERT INTO teams (id, create_at, update_at, name, display_name, type, invite_id, creator_id)
    VALUES (${teamId}, 1, 1, 'old', 'Old', 'O', ${teamId}, ${userId})`
  const toMs = Date.now() - dayMs
  await fillPosts(db, { posts: count, channelIds: [channelId], userId, fromMs: toMs - dayMs, toMs })
  await migrate(url)
  return { db, channelId }
}

/** Returns how to search for words of posts of all ages, and what must be found. */
async function searching(db: Db, channelId: string) {
  const ids = (await db.post.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id)
  const wanted = [0, 4000, 9999, 15_000, count - 1].map(number => ({ text: `${number}`, ids: [ids[number]] }))
  const search = { channelIds: [channelId], isAnyEnough: false, limit: 100, withHtml: false }
  const find = async (text: string) =>
    (await searchPosts(db, { ...search, terms: [{ kind: 'word', text }] })).posts.map(({ id }) => id)
  const check = async () => {
    for (const { text, ids } of wanted) expect(await find(text)).toEqual(ids)
    expect(await find('build')).toEqual(ids.slice(-100).toReversed())
  }
  return { check }
}

/** Ends the statement that builds a segment when it has begun, as a kill of Postgres's process does. */
async function killBuild(db: Db): Promise<void> {
  const building = indexPosts(db, sizes)
  await Promise.all([
    expect(building).rejects.toThrow(),
    eventually(async () => {
      const { rows } = await db.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%CREATE TABLE "vectors%' AND pid <> pg_backend_pid() AND state = 'active'`,
      )
      expect(rows.length).toBeGreaterThan(0)
    }),
  ])
}

test('an upgraded index finds every post from the first moment, while it fills and after a kill', async () => {
  const { db, channelId } = await startOld()
  const { check } = await searching(db, channelId)
  await check()
  await indexPosts(db, sizes)
  await check()
  await killBuild(db)
  await check()
  while (await indexPosts(db, sizes)) await check()
  expect(await countUnindexed(db, count)).toBe(0)
  const { rows } = await db.pool.query<{ left: number; segments: number }>(
    `SELECT (count(*) FILTER (WHERE NOT relispartition))::int AS left, count(*)::int AS segments
    FROM pg_class WHERE relname LIKE 'vectors%' AND relkind = 'r'`,
  )
  expect(rows).toEqual([{ left: 0, segments: 3 }])
})

test('drops the tables of the earlier index a day after the upgrade, once all posts are in the present one', async () => {
  const { db } = await startOld()
  const old = async () => (await db.pool.query(`SELECT to_regclass('search_words') AS name`)).rows[0].name
  const age = (days: number) => db.$executeRaw`
    UPDATE _prisma_migrations SET finished_at = now() - make_interval(days => ${days}::int) WHERE migration_name = ${migration}`
  await age(2)
  await indexPosts(db, sizes)
  await dropOldIndex(db)
  expect(await old()).toBe('search_words')
  while (await indexPosts(db, sizes));
  await age(0)
  await dropOldIndex(db)
  expect(await old()).toBe('search_words')
  await age(2)
  await dropOldIndex(db)
  expect(await old()).toBe(null)
  await dropOldIndex(db)
})
