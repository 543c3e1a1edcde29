import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { openTransaction } from '../support/open-transaction.js'
import { noSuchId, startApi } from './start-api.js'

const dayMs = 86_400_000
const count = 10_500

/** Fills a channel with many posts, and returns their IDs, newest first, and a reader. */
async function start() {
  const api = await startApi()
  const { db, teamId, channelNamed, callers } = api
  const { id: channelId } = await channelNamed('builds')
  const toMs = Date.now() - dayMs
  await fillPosts(db, { posts: count, channelIds: [channelId], userId: noSuchId, fromMs: toMs - dayMs, toMs })
  const rows = await db.post.findMany({ orderBy: { id: 'desc' }, select: { id: true } })
  const { reader } = await callers('reader')
  const pathOf = (page: string) => `/teams/${teamId}/channels/${channelId}/posts/${page}`
  return { ...api, reader, pathOf, ids: rows.map(({ id }) => id) }
}

test('reads pages with offsets beyond 10,000, and from both sides of a post', async () => {
  const { reader, pathOf, ids } = await start()
  const order = async (page: string) => (await reader.getJson(pathOf(page))).order
  expect(await order('page/10000/5')).toEqual(ids.slice(10_000, 10_005))
  expect(await order('page/10200/5')).toEqual(ids.slice(10_200, 10_205))
  expect(await order(`${ids[100]}/before/10200/5`)).toEqual(ids.slice(10_301, 10_306))
  expect(await order(`${ids.at(-101)}/after/10200/5`)).toEqual(ids.slice(count - 10_306, count - 10_301))
})

test('a page that is too far away to read in time is refused, and the error names before and after', async () => {
  const { databaseUrl, reader, pathOf, ids } = await start()
  const held = await openTransaction(databaseUrl)
  await held.query('LOCK posts')
  for (const page of ['page/10001/5', `${ids[0]}/before/10001/5`, `${ids.at(-1)}/after/10001/5`]) {
    const answer = await reader.get(pathOf(page))
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    const { id, message } = answer.json<{ id: string; message: string }>()
    expect(id).toBe('api.post.get_posts.too_far.app_error')
    expect(message).toMatch(/`before` or `after`/)
  }
  await held.commit()
  expect(await reader.statusAndId(pathOf('page/10001/5'))).toBe('200')
})
