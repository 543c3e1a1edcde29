import { type Db, directChannels, indexPosts, maxSearchedPosts, searchPosts } from '@posthorn/db'
import { expect, test } from 'vitest'
import { addChannel, addPosts, noSuchId, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'

/** Creates a reader with two team channels and a direct one, another user's channel, and a search helper. */
async function start() {
  const api = await startApi()
  const { db, teamId, channelNamed } = api
  const { reader, ada } = await api.callers('reader', 'ada')
  const [builds, square] = [await channelNamed('builds'), await channelNamed('town-square')]
  const secret = await addChannel(db, teamId, 'secret', 'P')
  const [direct] = (await directChannels(db, [{ userId: reader.id, otherId: ada.id }], Date.now())).values()
  const search = async (terms: string, more = {}) => {
    const { order, posts } = await reader.postJson(`/teams/${teamId}/posts/search`, { terms, ...more })
    return order.map((id: string) => posts[id].message)
  }
  return { ...api, reader, ada, builds, square, secret, direct: direct?.id ?? '', search }
}

test('finds posts by words, phrases, prefixes and hashtags, newest first', async () => {
  const { db, builds, search } = await start()
  const messages = [
    'Deploy of Ärger failed',
    'failed to deploy',
    'Deployment, failed: of art',
    'party #art-1',
    'system',
  ]
  await addPosts(db, builds.id, messages)
  const [first, second, third, fourth, fifth] = messages
  await db.post.updateMany({ where: { message: fifth ?? '' }, data: { type: 'system_join_channel' } })
  await addPosts(db, builds.id, ['failed and deleted'], 1)
  expect(await search('FAILED')).toEqual([third, second, first])
  expect(await search('deploy failed')).toEqual([second, first])
  expect(await search('"failed to deploy"')).toEqual([second])
  expect(await search('"deployment failed"')).toEqual([third])
  expect(await search('deploy* failed')).toEqual([third, second, first])
  expect(await search('art')).toEqual([fourth, third])
  expect(await search('#art-1')).toEqual([fourth])
  expect(await search('party ärger', { is_or_search: true })).toEqual([fourth, first])
  expect(await search('party ärger')).toEqual([])
  for (const nothing of ['system', '!!', "' & | ! :* \\", '"\'"', "'*"])
    expect(await search(nothing)).toEqual([])
})

test('finds posts only in the caller’s channels, filtered by author and channel', async () => {
  const { db, ada, builds, square, secret, direct, search } = await start()
  for (const [channel, message] of [
    [builds, 'word in builds'],
    [square, 'word in square'],
    [secret, 'word in secret'],
    [{ id: direct }, 'word in direct'],
  ] as const)
    await addPosts(db, channel.id, [message])
  await db.post.updateMany({ where: { channelId: square.id }, data: { userId: ada.id } })
  expect(await search('word')).toEqual(['word in direct', 'word in square', 'word in builds'])
  expect(await search('word in:builds')).toEqual(['word in builds'])
  expect(await search('in:builds channel:town-square')).toEqual(['word in square', 'word in builds'])
  expect(await search('in:secret word')).toEqual([])
  expect(await search('from:ada')).toEqual(['word in square'])
  expect(await search('from:ada from:nobody word')).toEqual(['word in square'])
  expect(await search('from:nobody word')).toEqual([])
})

test('a search returns a hundred posts, and says if there are more', async () => {
  const { db, reader, teamId, builds } = await start()
  await addPosts(
    db,
    builds.id,
    Array.from({ length: 101 }, (_, index) => `common ${index}`),
  )
  const path = `/teams/${teamId}/posts/search`
  const { headers, ...answer } = await reader.post(path, { terms: 'common' })
  expect([answer.json().order.length, headers['x-has-more']]).toEqual([100, 'true'])
  for (const body of [{}, { terms: '' }, { terms: 'x'.repeat(513) }, { terms: 'x', is_or_search: 'yes' }])
    expect(await reader.statusAndId(path, body)).toBe(invalid)
})

test('a search covers all new posts if they are few, and otherwise the newest, evenly across channels', async () => {
  const { db, builds } = await start()
  await addPosts(db, builds.id, ['rare', ...Array(100).fill('common')])
  const terms = [{ kind: 'word', text: 'rare' } as const]
  const found = async (channelIds: string[]) => {
    const searching = { terms, channelIds, isAnyEnough: false, limit: 1, withHtml: false }
    return (await searchPosts(db, searching)).posts.length
  }
  const besides = (count: number) => Array.from({ length: count }, (_, index) => `${index}`.padStart(26, '0'))
  const enough = [builds.id, ...besides(maxSearchedPosts / 101 - 1)]
  const tooMany = [builds.id, ...besides(maxSearchedPosts / 100 - 1)]
  expect(await found(tooMany)).toBe(1)
  await addMany(db, '00', 4)
  while (await indexPosts(db, { newest: 2, oldest: 4, merged: [] }));
  expect(await found(tooMany)).toBe(1)
  await addMany(db, 'zz', 8 * tooMany.length)
  expect(await found(enough)).toBe(1)
  expect(await found(tooMany)).toBe(0)
})

/** Writes posts to a channel that nobody reads. Their IDs begin so. */
async function addMany(db: Db, begin: '00' | 'zz', posts: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version)
    SELECT ${begin} || lpad(n::text, 24, '0'), 1, 1, '', 'elsewhere', 'common', '', 1 FROM generate_series(1, ${posts}::int) n`
}

test('finds a post by its id alone, with its thread, and by its permalink', async () => {
  const { db, reader, teamId, builds, secret } = await start()
  const [root = ''] = await addPosts(db, builds.id, ['root'])
  const [reply = ''] = await addPosts(db, builds.id, ['reply'])
  await db.post.update({ where: { id: reply }, data: { rootId: root } })
  const [hidden] = await addPosts(db, secret.id, ['hidden'])
  const usual = await reader.getJson(`/teams/${teamId}/channels/${builds.id}/posts/${reply}/get`)
  expect(Object.keys(usual.posts).toSorted()).toEqual([root, reply].toSorted())
  for (const path of ['posts', 'pltmp']) {
    expect(await reader.getJson(`/teams/${teamId}/${path}/${reply}`)).toEqual(usual)
    for (const id of [hidden, noSuchId])
      expect(await reader.statusAndId(`/teams/${teamId}/${path}/${id}`)).toBe(
        '404 store.sql_post.get.app_error',
      )
  }
})
