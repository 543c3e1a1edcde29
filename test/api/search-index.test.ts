import { countUnindexed, eraseUserPart, indexPosts, readPostSearch, searchPosts } from '@posthorn/db'
import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { eventually } from '../support/eventually.js'
import { userRow } from '../support/user-row.js'
import { addChannel, startApi } from './start-api.js'

const dayMs = 86_400_000
/** Three batches of the index, and some posts outside. */
const count = 6500

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
  // words of more bytes in a block than are read at once
  `OR ${[...'0123456789abcdef'].map(digit => `${digit}*`).join(' ')} has:link`,
]

/** Creates posts of the last 100 days in two channels, one of which gets nearly all, and a helper that searches. */
async function start() {
  const { db, work, teamId, channelNamed } = await startApi()
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
  const indexAll = async () => {
    let posts = 0
    for (let added = -1; added !== 0; posts += added) added = await indexPosts(db)
    return posts
  }
  return { db, work, builds, rare, span, search, indexAll }
}

type Started = Awaited<ReturnType<typeof start>>

async function searchAll({ db, rare, search }: Started) {
  const middle = await db.post.findFirstOrThrow({ skip: 3000, orderBy: { id: 'asc' } })
  const later = await db.post.findFirstOrThrow({ skip: 3300, orderBy: { id: 'asc' } })
  const results = new Map<string, string[]>()
  for (const typed of searches) {
    results.set(typed, await search(typed))
    results.set(`${typed}, rare channel`, await search(typed, { channelIds: [rare.id] }))
    results.set(`${typed}, before`, await search(typed, { end: middle.id }))
    results.set(`${typed}, between`, await search(typed, { first: middle.id, end: later.id }))
  }
  return results
}

test('finds the same by the index as in the posts themselves, before and after blocks are merged', async () => {
  const started = await start()
  const { db, indexAll } = started
  const direct = await searchAll(started)
  expect([...direct.values()].filter(ids => ids.length > 0).length).toBeGreaterThan(searches.length)
  expect(direct.get('ba, rare channel')?.length).toBeGreaterThan(50)
  expect(await indexAll()).toBe(3 * 2048)
  expect(await searchAll(started)).toEqual(direct)
  await db.$executeRaw`UPDATE search_progress SET batches = 32` // as if the block were full
  await indexAll()
  const kinds = await db.searchWord.groupBy({ by: ['batch'], orderBy: { batch: 'asc' } })
  expect(kinds.map(({ batch }) => batch)).toEqual([-1, 0])
  expect(await searchAll(started)).toEqual(direct)
})

test('finds the same in several blocks, of which some lack the rarest of several words', async () => {
  const started = await start()
  const { db } = started
  const direct = await searchAll(started)
  const beginBlock = () => db.$executeRaw`UPDATE search_progress SET batches = (batches / 32 + 1) * 32`
  while ((await indexPosts(db)) > 0) await beginBlock()
  const blocksWith = (term: string) => db.searchWord.count({ where: { term } })
  expect([await db.searchBlock.count(), await blocksWith('ba'), await blocksWith('42')]).toEqual([3, 3, 1])
  expect(await searchAll(started)).toEqual(direct)
})

test('finds edited, deleted and late posts as they are now, whether the index has followed them or not', async () => {
  const { db, builds, span, search, indexAll } = await start()
  await indexAll()
  await db.$executeRaw`UPDATE search_progress SET changes_up_to = 0`
  const [edited, deleted, counted] = await db.post.findMany({ take: 3, skip: 100, orderBy: { id: 'asc' } })
  const commitIn = (post: typeof edited) => post?.message.split(' ')[3]?.slice(0, -1) ?? ''
  const word = commitIn(edited)
  expect(await search(word)).toEqual([edited?.id])
  const changed = { updateAt: Date.now() - 60_000, editAt: 1 }
  await db.post.update({ where: { id: edited?.id ?? '' }, data: { ...changed, message: 'unheard-of' } })
  await db.post.update({ where: { id: deleted?.id ?? '' }, data: { ...changed, deleteAt: 1 } })
  const repeated = { updateAt: changed.updateAt, message: 'unheard-of, again' } // showing a counter is no edit
  await db.post.update({ where: { id: counted?.id ?? '' }, data: repeated })
  const late = {
    ...edited,
    ...changed,
    editAt: 0,
    id: '01kasbzc46000000000late001',
    message: 'late unheard-of',
    props: {},
  }
  await db.post.create({ data: { ...late, createAt: span.fromMs, channelId: builds.id } as never })
  const check = async () => {
    expect(await search(word)).toEqual([])
    expect((await search('unheard-of')).toSorted()).toEqual([edited?.id, counted?.id, late.id].toSorted())
    expect(await search(commitIn(deleted))).toEqual([])
    expect(await search(commitIn(counted))).toEqual([])
  }
  await check()
  await fillPosts(db, {
    ...span,
    posts: 2048,
    channelIds: ['elsewhere'],
    fromMs: span.toMs,
    toMs: span.toMs + 60_000,
  })
  expect(await indexAll()).toBe(2048)
  const { changesUpTo } = await db.searchProgress.findFirstOrThrow()
  expect(Number(changesUpTo)).toBeGreaterThanOrEqual(changed.updateAt)
  await check()
})

test('a worker and processes that index at the same time write each batch once', async () => {
  const { db, work, search, indexAll } = await start()
  await Promise.all([indexAll(), indexAll(), work({ indexWordsEveryMs: 200 })])
  await eventually(async () => expect(await countUnindexed(db, count)).toBe(count - 3 * 2048))
  expect(await db.searchBatch.count()).toBe(3)
  expect(await search('a1d0c6e83f02')).toHaveLength(1)
})

test('forgets the words of an erased user, before and after blocks are merged', async () => {
  const { db, search, indexAll } = await start()
  const { id: userId } = await db.user.create({ data: { ...userRow('leaver'), deleteAt: 1 } })
  const [first, last] = [{ skip: 0 }, { skip: 6000 }]
  for (const at of [first, last]) {
    const { id } = await db.post.findFirstOrThrow({ ...at, orderBy: { id: 'asc' } })
    await db.post.update({ where: { id }, data: { userId, message: 'quokkamoor ba' } })
  }
  await indexAll()
  const terms = async () =>
    (
      await db.$queryRaw<{ term: string }[]>`
    SELECT term FROM search_words WHERE term LIKE '%quokkamoor%'`
    ).length
  expect(await terms()).toBeGreaterThan(0)
  const others = await search('ba de')
  await erasePostsAndWords(db, userId)
  expect(await terms()).toBe(0)
  expect(await search('ba de')).toEqual(others)
  expect(await search('quokkamoor')).toEqual([])
})

async function erasePostsAndWords(db: Started['db'], userId: string): Promise<void> {
  const order = { userId, deletesOwned: false, keepsWebhookPosts: false }
  for (const step of ['posts', 'words'] as const)
    for (let after: string | undefined = ''; after !== undefined; ) {
      const part = await eraseUserPart(db, order, { step, after })
      after = 'stopped' in part ? undefined : part.after
    }
}
