import { expect, test } from 'vitest'
import { addPosts, noSuchId, startApi } from './start-api.js'

const mebibyte = 1024 * 1024
/** Holds a text of 16,000 bytes. */
const longText = '🎺'.repeat(4000)
const count = 100

/** Creates a channel with more posts than fit into a page, newest first, and a way to read them. */
async function startLong(options: Parameters<typeof startApi>[1] = {}) {
  const api = await startApi(undefined, options)
  const { id: channelId } = await api.channelNamed('builds')
  const ids = await addPosts(api.db, channelId, Array(count).fill(longText))
  const { reader } = await api.callers('reader')
  const read = async (path: string) => {
    const answer = await reader.get(`/teams/${api.teamId}/channels/${channelId}/posts/${path}`)
    expect(answer.body.length).toBeLessThan(2 * mebibyte)
    const { order, posts } = answer.json<{ order: string[]; posts: object }>()
    return { order, ids: Object.keys(posts), more: answer.headers['x-has-more'], answer }
  }
  return { ...api, channelId, ids, reader, read }
}

test('a page ends after 1 MiB and says so, and clients that continue after it miss nothing', async () => {
  const { ids, read } = await startLong()
  const seen: string[] = []
  for (let more: unknown = 'true'; more === 'true'; ) {
    const page = await read(`page/${seen.length}/1000`)
    expect(page.order.length).toBeGreaterThan(0)
    more = page.more
    seen.push(...page.order)
  }
  expect(seen).toEqual(ids)
  expect((await read('page/0/10')).more).toBe('true')
  expect((await read(`page/0/${count}`)).order.length).toBeLessThan(count)
  expect((await read('page/95/5')).more).toBe('false')
})

test('pages around a post start with the nearest, so that clients can continue after the last', async () => {
  const { ids, read } = await startLong()
  const older = await read(`${ids[0]}/before/0/1000`)
  const rest = await read(`${older.order.at(-1)}/before/0/1000`)
  expect([ids[0], ...older.order, ...rest.order]).toEqual(ids)
  expect([older.more, rest.more]).toEqual(['true', 'false'])
  const newer = await read(`${ids.at(-1)}/after/0/1000`)
  const newest = await read(`${newer.order[0]}/after/0/1000`)
  expect([...newest.order, ...newer.order, ids.at(-1)]).toEqual(ids)
  expect([newer.more, newest.more]).toEqual(['true', 'false'])
})

test('since returns the latest posts that fit and says if there are others, which before finds', async () => {
  const { ids, read, db, channelId } = await startLong()
  const since = await read('since/0')
  const older = await read(`${since.order.at(-1)}/before/0/1000`)
  expect([...since.order, ...older.order]).toEqual(ids)
  expect([since.more, older.more]).toEqual(['true', 'false'])
  await db.post.updateMany({ where: { channelId }, data: { deleteAt: 1 } })
  const gone = await read('since/0') // deleted posts have no text, so all of them fit
  expect([gone.order.length, gone.more]).toEqual([count, 'false'])
})

test('returns a long thread in parts, oldest first, without gaps', async () => {
  const { db, channelId, read } = await startLong()
  const [root = ''] = await addPosts(db, channelId, ['root'])
  const replies = (await addPosts(db, channelId, Array(450).fill('reply'))).toReversed()
  await db.post.updateMany({ where: { id: { in: replies } }, data: { rootId: root } })
  const seen: string[] = []
  const sizes: number[] = []
  for (let more: unknown = 'true'; more === 'true'; ) {
    const page = await read(`${root}/get?after=${seen.at(-1) ?? ''}`)
    const next = page.ids.filter(id => id !== root).toSorted()
    expect(page.order).toEqual([root])
    more = page.more
    sizes.push(next.length)
    seen.push(...next)
  }
  expect(seen).toEqual(replies)
  expect(sizes).toEqual([200, 200, 50])
  await db.post.updateMany({ where: { id: { in: replies } }, data: { message: longText } })
  expect((await read(`${root}/get`)).ids.length).toBeLessThan(80)
})

test('a call with a large response counts as several, and the headers say so', async () => {
  const { read, callers, reader, channelId, teamId } = await startLong({
    apiRate: { points: 1000, seconds: 3600 },
  })
  const left = async (path: string) => Number((await reader.get(path)).headers['x-ratelimit-remaining'])
  const before = await left('/users/me')
  const { answer } = await read('page/0/1000')
  const after = Number(answer.headers['x-ratelimit-remaining'])
  const extra = Math.floor(Buffer.byteLength(answer.body) / (64 * 1024))
  expect(extra).toBeGreaterThan(15)
  expect(before - after).toBe(1 + extra)
  expect(await left('/users/me')).toBe(after - 1)

  const path = `/teams/${teamId}/channels/${channelId}/posts/page/0/1000`
  const { reader: again } = await callers('reader')
  expect((await again.get(path)).statusCode).toBe(200)
  expect(await left(`/users/${noSuchId}/get`)).toBe(after - 3 - extra)
})
