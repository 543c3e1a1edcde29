import {
  countUnindexed,
  type Db,
  deleteExpired,
  eraseUserPart,
  indexPosts,
  readPostSearch,
  searchPosts,
} from '@posthorn/db'
import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { eventually } from '../support/eventually.js'
import { openTransaction } from '../support/open-transaction.js'
import { userRow } from '../support/user-row.js'
import { addChannel, startApi } from './start-api.js'

const dayMs = 86_400_000
const count = 6500
const sizes = { newest: 1000, oldest: 2000, merged: [] as number[] }

const searches = [
  'ba',
  'de ki',
  'suvo',
  'pelaki',
  'OR pelaki suvo 6499',
  'ba 42',
  'ba a1d0*',
  '42',
  'a1d0c6e83f02',
  'a1d0*',
  'sa* ki',
  '"ba de"',
  '"build 77 of"',
  'from:admin ba',
  'from:nobody ba',
  'has:link ba',
  'has:link',
  'has:image ba',
  'absent',
  `OR ${[...'0123456789abcdef'].map(digit => `${digit}*`).join(' ')} has:link`,
]

/** Creates posts of the last 100 days in two channels, one of which gets nearly all, and a helper that searches. */
async function start() {
  const { db, databaseUrl, work, teamId, channelNamed } = await startApi()
  const [builds, rare] = [await channelNamed('builds'), await addChannel(db, teamId, 'rare')]
  const admin = await db.user.findUniqueOrThrow({ where: { username: 'admin' } })
  const channelIds = [...Array(9).fill(builds.id), rare.id]
  const nowMs = Date.now()
  const span = { fromMs: nowMs - 100 * dayMs, toMs: nowMs - dayMs, userId: admin.id }
  await fillPosts(db, { posts: count, channelIds, ...span })
  await db.$executeRaw`UPDATE posts SET html = html || '<a href="x">' WHERE right(id, 4) = '7701'`
  const search = async (
    typed: string,
    more: { channelIds?: string[]; first?: string; end?: string } = {},
  ) => {
    const isAnyEnough = typed.startsWith('OR ')
    const { terms, from, has } = readPostSearch(typed.replace(/^OR /, ''))
    const userIds = from.length === 0 ? undefined : from.includes('admin') ? [admin.id] : []
    const wanted = { terms, userIds, has, isAnyEnough, limit: 100, withHtml: false }
    const { posts } = await searchPosts(db, { channelIds: [builds.id, rare.id], ...wanted, ...more })
    return posts.map(({ id }) => id)
  }
  return { db, databaseUrl, work, builds, rare, span, search }
}

type Started = Awaited<ReturnType<typeof start>>

async function indexAll(db: Db, as = sizes): Promise<void> {
  while (await indexPosts(db, as));
}

async function searchAll({ db, rare, search }: Started) {
  const middle = await db.post.findFirstOrThrow({ skip: 3000, orderBy: { id: 'asc' } })
  const later = await db.post.findFirstOrThrow({ skip: 3300, orderBy: { id: 'asc' } })
  const many = Array.from({ length: 20 }, (_, number) => `${number}`.padStart(26, 'x'))
  const results = new Map<string, string[]>()
  for (const typed of searches) {
    results.set(typed, await search(typed))
    results.set(`${typed}, rare channel`, await search(typed, { channelIds: [rare.id] }))
    results.set(`${typed}, among many channels`, await search(typed, { channelIds: [rare.id, ...many] }))
    results.set(`${typed}, before`, await search(typed, { end: middle.id }))
    results.set(`${typed}, between`, await search(typed, { first: middle.id, end: later.id }))
  }
  return results
}

/** Returns how many posts each segment has, oldest first. */
async function segmentsOf(db: Db): Promise<number[]> {
  const { rows } = await db.pool.query<{ posts: number }>(
    `SELECT count(*)::int AS posts FROM search_vectors GROUP BY tableoid ORDER BY min(id)`,
  )
  return rows.map(({ posts }) => posts)
}

/** Makes the last changes so old that the index follows them, and indexes everything. */
async function followChanges(db: Db): Promise<void> {
  await db.$executeRaw`UPDATE posts SET update_at = update_at - 30000 WHERE update_at > ${Date.now() - 3_600_000}`
  await db.$executeRaw`UPDATE search_changes SET up_to = up_to - 60000`
  await indexAll(db)
}

/** Begins to merge segments, and waits until only a lock like that of a deletion keeps the merge from its end. */
async function mergeUpToLock({ db, databaseUrl }: Pick<Started, 'db' | 'databaseUrl'>) {
  const held = await openTransaction(databaseUrl)
  await held.query('LOCK ONLY search_vectors IN ROW EXCLUSIVE MODE')
  const merged = indexPosts(db, { ...sizes, merged: [4200] })
  await held.waiting(1)
  return { held, merged }
}

async function indexedWith(db: Db, query: string): Promise<number> {
  const { rows } = await db.pool.query('SELECT FROM search_vectors WHERE vector @@ $1::tsquery', [query])
  return rows.length
}

/** Edits a post, deletes one, changes one without an edit, and adds one with an old ID. */
async function changeSome({ db, builds, span }: Started) {
  const [edited, deleted, counted] = await db.post.findMany({ take: 3, skip: 100, orderBy: { id: 'asc' } })
  if (!edited || !deleted || !counted) throw new Error('no posts')
  const changed = { updateAt: Date.now() + 1, editAt: 1 }
  await db.post.update({ where: { id: edited.id }, data: { ...changed, message: 'unheard-of' } })
  await db.post.update({ where: { id: deleted.id }, data: { ...changed, deleteAt: 1 } })
  const repeated = { updateAt: changed.updateAt, message: 'unheard-of, again' } // showing a counter is no edit
  await db.post.update({ where: { id: counted.id }, data: repeated })
  const late = { id: '01kasbzc46000000000late001', message: 'late unheard-of', props: {}, editAt: 0 }
  const row = { ...edited, ...changed, ...late, createAt: span.fromMs, channelId: builds.id }
  await db.post.create({ data: row as never })
  const commits = [edited, deleted, counted].map(({ message }) => message.split(' ')[3]?.slice(0, -1) ?? '')
  return { commits, ids: [edited.id, counted.id, late.id].toSorted() }
}

test('finds the same by the index as in the posts themselves, while it fills and after segments are merged', async () => {
  const started = await start()
  const { db } = started
  const direct = await searchAll(started)
  expect([...direct.values()].filter(ids => ids.length > 0).length).toBeGreaterThan(searches.length)
  expect(direct.get('ba, rare channel')?.length).toBeGreaterThan(50)
  await indexPosts(db, sizes)
  expect(await searchAll(started)).toEqual(direct)
  await indexAll(db)
  expect(await segmentsOf(db)).toEqual([500, 2000, 2000, 2000])
  expect(await countUnindexed(db, count)).toBe(0)
  expect(await searchAll(started)).toEqual(direct)
  await indexAll(db, { ...sizes, merged: [4200] })
  expect(await segmentsOf(db)).toEqual([500, 6000])
  expect(await searchAll(started)).toEqual(direct)
})

test('finds edited, deleted and late posts as they are now, whether the index has followed them or not', async () => {
  const started = await start()
  const { db, search } = started
  await indexAll(db)
  const { commits, ids } = await changeSome(started)
  const check = async () => {
    for (const commit of commits) expect(await search(commit)).toEqual([])
    expect((await search('unheard-of')).toSorted()).toEqual(ids)
  }
  await check()
  expect(await indexedWith(db, 'unheard-of')).toBe(0)
  await followChanges(db)
  expect(await indexedWith(db, 'unheard-of')).toBe(3)
  await check()
})

test('a worker and processes that index at the same time add each post once', async () => {
  const { db, work, search } = await start()
  const indexInTurn = () => indexAll(db).catch(() => {}) // a process fails if another one has taken its step
  await Promise.all([indexInTurn(), indexInTurn(), work({ indexWordsEveryMs: 200 })])
  await indexAll(db)
  await eventually(async () => expect(await countUnindexed(db, count)).toBe(0))
  expect((await segmentsOf(db)).reduce((sum, posts) => sum + posts, 0)).toBe(count)
  expect(await search('a1d0c6e83f02')).toHaveLength(1)
})

test('an edit while segments are merged is found, then and later', async () => {
  const started = await start()
  const { db, search } = started
  await indexAll(db)
  const post = await db.post.findFirstOrThrow({ skip: 3000, orderBy: { id: 'asc' } })
  const { held, merged } = await mergeUpToLock(started)
  const editAt = Date.now()
  await db.post.update({ where: { id: post.id }, data: { message: 'quokkamoor', editAt, updateAt: editAt } })
  await held.commit()
  await merged
  expect(await segmentsOf(db)).toEqual([500, 5999])
  expect(await search('quokkamoor')).toEqual([post.id])
  await followChanges(db)
  expect(await segmentsOf(db)).toEqual([500, 6000])
  expect(await search('quokkamoor')).toEqual([post.id])
})

test('a search that reads a segment which is merged meanwhile starts again', async () => {
  const { db, databaseUrl, search } = await start()
  await indexAll(db)
  const expected = await search('ba 42')
  const held = await openTransaction(databaseUrl)
  const [{ name }] = (await db.$queryRaw`
    SELECT relname AS name FROM pg_class WHERE relispartition AND relname LIKE 'vectors%' AND relkind = 'r' ORDER BY 1 LIMIT 1`) as [
    { name: string },
  ]
  await held.query(`LOCK "${name}"`)
  const found = search('ba 42')
  await held.waiting(1)
  await held.query(`DROP TABLE "${name}"`)
  await held.commit()
  expect((await found).length).toBeGreaterThan(0)
  expect(await found).toEqual(expected.slice(0, (await found).length))
})

test('a reader of 50,000 channels can search', async () => {
  const { db, search } = await start()
  await indexAll(db)
  const many = Array.from({ length: 50_000 }, (_, number) => `${number}`.padStart(26, 'x'))
  expect(await search('ba', { channelIds: many })).toEqual([])
})

test('a search fails without the tables of the index, instead of trying without end', async () => {
  const { db, search } = await start()
  await db.$executeRaw`ALTER TABLE search_vectors RENAME TO gone`
  await expect(search('ba')).rejects.toThrow('search_vectors')
})

test('a vacuum of one segment does not stop others from being built', async () => {
  const { db, databaseUrl } = await start()
  await indexPosts(db, sizes)
  const held = await openTransaction(databaseUrl)
  const [segment] = (
    await held.query(`SELECT relname AS name FROM pg_class WHERE relname LIKE 'vectors%' AND relkind = 'r'`)
  ).rows
  await held.query(`LOCK "${segment.name}" IN SHARE UPDATE EXCLUSIVE MODE`)
  await indexAll(db)
  await held.commit()
  expect(await segmentsOf(db)).toEqual([500, 2000, 2000, 2000])
})

test('a merge waits for a deletion that takes over a second', async () => {
  const started = await start()
  const { db } = started
  await indexAll(db)
  const { held, merged } = await mergeUpToLock(started)
  await held.query('SELECT pg_sleep(1.2)')
  await held.commit()
  await merged
  expect(await segmentsOf(db)).toEqual([500, 6000])
})

test('a changed post that is being deleted does not get its words back', async () => {
  const { db, databaseUrl } = await start()
  await indexAll(db)
  const { id } = await db.post.findFirstOrThrow({ skip: 3000, orderBy: { id: 'asc' } })
  const editAt = Date.now() - 30_000
  await db.post.update({ where: { id }, data: { message: 'quokkamoor', editAt, updateAt: editAt } })
  await db.$executeRaw`UPDATE search_changes SET up_to = up_to - 60000`
  const held = await openTransaction(databaseUrl)
  await held.query('DELETE FROM posts WHERE id = $1', [id])
  await held.query('DELETE FROM search_vectors WHERE id = $1', [id])
  const followed = indexPosts(db, sizes)
  await held.waiting(1)
  await held.commit()
  await followed
  expect(await indexedWith(db, 'quokkamoor')).toBe(0)
})

/** Gives two posts to a user who was deactivated. */
async function addLeaver(db: Db): Promise<string> {
  const { id: userId } = await db.user.create({ data: { ...userRow('leaver'), deleteAt: 1 } })
  for (const skip of [0, 6000]) {
    const { id } = await db.post.findFirstOrThrow({ skip, orderBy: { id: 'asc' } })
    await db.post.update({ where: { id }, data: { userId, message: 'quokkamoor ba' } })
  }
  return userId
}

test('forgets the words of an erased user at once, also in a segment that is built meanwhile', async () => {
  const started = await start()
  const { db, search } = started
  const userId = await addLeaver(db)
  await indexAll(db)
  expect(await indexedWith(db, 'quokkamoor')).toBe(2)
  const others = await search('ba de')
  const { held, merged } = await mergeUpToLock(started)
  const order = { userId, deletesOwned: false, keepsWebhookPosts: false }
  const erased = eraseUserPart(db, order, { step: 'posts', after: '' })
  await held.waiting(2)
  await held.commit()
  await Promise.all([merged, erased])
  expect(await indexedWith(db, 'quokkamoor')).toBe(0)
  expect(await search('ba de')).toEqual(others)
  expect(await search('quokkamoor')).toEqual([])
})

test('removes the words of posts that were deleted by age, and segments without posts', async () => {
  const { db, builds, rare, search } = await start()
  await indexAll(db)
  const found = await db.post.findMany({ orderBy: { id: 'asc' }, select: { id: true } })
  for (const { id: channelId } of [builds, rare])
    for (let after: string | undefined = ''; after !== undefined; )
      after = (await deleteExpired(db, { channelId, end: found[5000]?.id ?? '', after })).after
  expect(await segmentsOf(db)).toEqual([1500])
  await db.pool.query('VACUUM search_vectors')
  await indexAll(db)
  const { rows } = await db.pool.query(`SELECT FROM pg_inherits WHERE inhparent = 'search_vectors'::regclass`)
  expect(rows).toHaveLength(1)
  expect(await search('ba')).toHaveLength(100)
})
