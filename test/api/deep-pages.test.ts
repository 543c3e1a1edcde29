import {
  changesPerStep,
  type Db,
  deleteExpired,
  eraseUserPart,
  markPosts,
  postsAround,
  postsPage,
  recountMarks,
} from '@posthorn/db'
import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { openTransaction } from '../support/open-transaction.js'
import { userRow } from '../support/user-row.js'
import { addChannel, noSuchId, startApi } from './start-api.js'

const dayMs = 86_400_000
const count = 16_000
const offsets = [0, 100, 4095, 4096, 5000, 6143, 6144, 8192, 9999, 11_900, 13_000]

/** Creates posts in two channels, a tenth of them replies, and marks them. */
async function start() {
  const { db, databaseUrl, teamId, channelNamed } = await startApi()
  const [builds, other] = [await channelNamed('builds'), await addChannel(db, teamId, 'other')]
  const toMs = Date.now() - dayMs
  const channelIds = [...Array(9).fill(builds.id), other.id]
  await fillPosts(db, { posts: count, channelIds, userId: noSuchId, fromMs: toMs - 20 * dayMs, toMs })
  const [root] = await db.post.findMany({ where: { channelId: builds.id }, orderBy: { id: 'asc' }, take: 1 })
  await db.$executeRaw`UPDATE posts SET root_id = ${root?.id} WHERE right(id, 3) = '101' AND channel_id = ${builds.id}`
  const markAll = async () => {
    let marked = 0
    for (let added = -1; added !== 0; marked += added) added = await markPosts(db)
    return marked
  }
  const wanted = async (onlyRoots: boolean, channelId = builds.id) => {
    const where = { channelId, deleteAt: 0, ...(onlyRoots && { rootId: '' }) }
    const all = await db.post.findMany({ where, orderBy: { id: 'desc' }, select: { id: true } })
    return offsets.map(offset => all.slice(offset, offset + 5).map(({ id }) => id))
  }
  const found = async (onlyRoots: boolean, channelId = builds.id) => {
    const size = { limit: 5, withHtml: false, onlyRoots }
    const pages = await Promise.all(offsets.map(offset => postsPage(db, channelId, offset, size)))
    return pages.map(({ posts }) => posts.map(({ id }) => id))
  }
  const around = (onlyRoots: boolean) => pagesAround(db, builds.id, onlyRoots)
  const check = async () => {
    for (const onlyRoots of [false, true]) {
      expect(await found(onlyRoots)).toEqual(await wanted(onlyRoots))
      const { found: aroundFound, wanted: aroundWanted } = await around(onlyRoots)
      expect(aroundFound).toEqual(aroundWanted)
    }
  }
  return { db, databaseUrl, builds, root, markAll, check, found, wanted }
}

/** Returns pages before and after posts of a channel, found by the query and by counting. */
async function pagesAround(db: Db, channelId: string, onlyRoots: boolean) {
  const where = { channelId, deleteAt: 0, ...(onlyRoots && { rootId: '' }) }
  const rows = await db.post.findMany({ where, orderBy: { id: 'desc' }, select: { id: true } })
  const ids = rows.map(({ id }) => id)
  const [newest = '', oldest = ''] = [ids[0], ids.at(-1)]
  const pivots = [newest, ids[3000], ids[9000], oldest, '0', noSuchId].map(id => id ?? '')
  const found: string[][] = []
  const wanted: string[][] = []
  for (const id of pivots)
    for (const offset of [0, 5000, 6144, 13_000])
      for (const side of ['before', 'after'] as const) {
        const size = { limit: 5, withHtml: false, onlyRoots }
        const { posts } = await postsAround(db, channelId, { id, side, offset, ...size })
        found.push(posts.map(post => post.id))
        const beyond =
          side === 'before' ? ids.filter(each => each < id) : ids.filter(each => each > id).toReversed()
        const page = beyond.slice(offset, offset + 5)
        wanted.push(side === 'before' ? page : page.toReversed())
      }
  return { found, wanted }
}

test('finds the same deep pages with marks as without, and with part of them', async () => {
  const { db, markAll, check } = await start()
  await check()
  expect(await markPosts(db)).toBe(2048)
  await check()
  expect(await markAll()).toBe(6 * 2048)
  expect(await db.postMark.count()).toBeGreaterThan(3)
  await check()
  expect(await markPosts(db)).toBe(0)
})

test('counts posts again that people deleted or that appeared late', async () => {
  const { db, builds, root, markAll, check } = await start()
  await markAll()
  await db.$executeRaw`UPDATE post_mark_progress SET changes_up_to = 0`
  const stamp = Date.now() - 60_000
  await db.$executeRaw`UPDATE posts SET delete_at = ${stamp}, update_at = ${stamp} WHERE right(id, 4) = '7701'`
  const late = { ...root, channelId: builds.id, rootId: '', updateAt: stamp, props: {} }
  await db.post.create({ data: { ...late, id: `${root?.id.slice(0, 24)}02` } as never })
  await recountMarks(db)
  await check()
})

test('counts many changed posts again in steps', async () => {
  const { db, builds, markAll, check } = await start()
  await markAll()
  await db.$executeRaw`UPDATE post_mark_progress SET changes_up_to = 0`
  const stamp = Date.now() - 60_000
  await db.$executeRaw`
    UPDATE posts SET delete_at = ${stamp}, update_at = ${stamp} - number FROM (
      SELECT id, row_number() OVER () AS number FROM posts WHERE channel_id = ${builds.id} LIMIT ${2 * changesPerStep + 1}
    ) gone WHERE posts.id = gone.id`
  const steps = [await recountMarks(db), await recountMarks(db), await recountMarks(db)]
  expect(steps).toEqual([true, true, false])
  await check()
})

test('does not count posts that were deleted by age while their mark is counted again', async () => {
  const { db, databaseUrl, builds, markAll, check } = await start()
  await markAll()
  const stamp = Date.now() - 60_000
  await db.$executeRaw`UPDATE post_mark_progress SET changes_up_to = 0`
  await db.$executeRaw`UPDATE posts SET delete_at = ${stamp}, update_at = ${stamp} WHERE right(id, 4) = '7701'`
  const idAt = async (skip: number) => (await db.post.findFirstOrThrow({ orderBy: { id: 'asc' }, skip })).id
  const [after, end] = [await idAt(7000), await idAt(9000)]
  const held = await openTransaction(databaseUrl)
  await held.query('SELECT FROM post_mark_progress FOR UPDATE')
  const recounted = recountMarks(db)
  await held.waiting(1)
  const deleted = deleteExpired(db, { channelId: builds.id, end, after })
  await Promise.race([deleted, held.waiting(2)])
  await held.commit()
  await Promise.all([recounted, deleted])
  await check()
})

test('does not count posts that were deleted by age or by an erasure', async () => {
  const { db, builds, markAll, check } = await start()
  const { id: userId } = await db.user.create({ data: { ...userRow('leaver'), deleteAt: 1 } })
  await db.$executeRaw`UPDATE posts SET user_id = ${userId} WHERE right(id, 3) = '901'`
  await markAll()
  const end = (await db.post.findFirstOrThrow({ orderBy: { id: 'asc' }, skip: 1500 })).id
  await deleteExpired(db, { channelId: builds.id, end, after: '' })
  const order = { userId, deletesOwned: true, keepsWebhookPosts: false }
  await eraseUserPart(db, order, { step: 'posts', after: '' })
  await check()
})
