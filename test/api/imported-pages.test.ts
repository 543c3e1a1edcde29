import { type Db, markPosts, postsAround, postsPage, recountMarks } from '@posthorn/db'
import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { openExplained, rowsOf } from '../support/explained.js'
import { startApi } from './start-api.js'

const dayMs = 86_400_000
const imported = 60_000
/** Of a mark and the next one, and of the marks. */
const mostRows = 3 * 2048

const size = { limit: 5, withHtml: false, onlyRoots: false }

/** Marks new posts of one channel, and then imports old ones to another, in parts. */
async function importMany(parts: number) {
  const { db, databaseUrl, channelNamed } = await startApi()
  const [busy, old] = [await channelNamed('town-square'), await channelNamed('builds')]
  const { userId } = await db.hook.findFirstOrThrow()
  const toMs = Date.now() - dayMs
  await fillPosts(db, { userId, posts: 4096, channelIds: [busy.id], fromMs: toMs - dayMs, toMs })
  while ((await markPosts(db)) > 0);
  for (let part = 0; part < parts; part++) {
    await db.$executeRaw`UPDATE post_mark_progress SET changes_up_to = 0`
    const fromMs = toMs - (30 - part) * dayMs
    await fillPosts(db, {
      ...{ userId, posts: imported / parts, channelIds: [old.id], fromMs, toMs: fromMs + dayMs },
    })
    await db.$executeRaw`UPDATE posts SET update_at = ${toMs + dayMs - 60_000} WHERE channel_id = ${old.id}`
    while (await recountMarks(db));
  }
  return { db, databaseUrl, channelId: old.id }
}

async function idsOf(db: Db, channelId: string): Promise<string[]> {
  const rows = await db.post.findMany({
    where: { channelId },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

test.each([1, 5])(
  'deep pages of a channel whose posts were imported in %i parts read few rows',
  async parts => {
    const { db, databaseUrl, channelId } = await importMany(parts)
    const marks = await db.postMark.findMany({ where: { channelId }, orderBy: { firstId: 'asc' } })
    expect(marks.reduce((sum, { posts }) => sum + posts, 0)).toBe(imported)
    expect(marks[0]?.firstId).toBe('')
    expect(marks.every(({ posts }) => posts >= 2048 && posts < 4096)).toBe(true)
    const ids = await idsOf(db, channelId)
    const { explained, nodes } = await openExplained(db, databaseUrl)
    for (const offset of [10_000, 30_000, imported - 5]) {
      const before = await postsPage(explained, channelId, offset, size)
      expect(before.posts.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 5))
      const after = await postsAround(explained, channelId, { ...size, id: '0', side: 'after', offset })
      const end = imported - offset
      expect(after.posts.map(({ id }) => id)).toEqual(ids.slice(end - 5, end))
    }
    expect(nodes.length).toBeGreaterThan(0)
    expect(Math.max(...nodes.map(rowsOf))).toBeLessThan(mostRows)
  },
)

test('a later deletion or import changes only the marks that it concerns', async () => {
  const { db, channelId } = await importMany(1)
  const before = await db.postMark.findMany({ where: { channelId }, orderBy: { firstId: 'asc' } })
  await db.$executeRaw`UPDATE post_mark_progress SET changes_up_to = ${Date.now() - 40_000}`
  const gone = (await idsOf(db, channelId)).slice(100, 110)
  const at = Date.now() - 30_000
  await db.post.updateMany({ where: { id: { in: gone } }, data: { deleteAt: at, updateAt: at } })
  await recountMarks(db)
  const after = await db.postMark.findMany({ where: { channelId }, orderBy: { firstId: 'asc' } })
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
  expect(after.at(-1)?.posts).toBe((before.at(-1)?.posts ?? 0) - 10)
})
