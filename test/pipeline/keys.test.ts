import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld, type World } from '../support/world.js'

type Answer = { ok: boolean; delivery: string; updated?: true; posts: { id: string }[] }

/** Sends payloads one after another and waits for each. */
async function sendEach({ hookUrl }: World, payloads: Record<string, unknown>[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const payload of payloads) answers.push(await sendOne(hookUrl, payload))
  return answers
}

async function sendOne(hookUrl: string, payload: unknown, query = ''): Promise<Answer> {
  const response = await fetch(`${hookUrl}?wait=true${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  return (await response.json()) as Answer
}

test('an update key replaces its post, which keeps its id and place', async () => {
  const world = await startWorld()
  const [first, , second, third] = await sendEach(world, [
    { text: 'firing', update_key: 'cpu' },
    { text: 'other' },
    { text: 'still firing', update_key: 'cpu', attachments: [{ text: 'graph' }] },
    { text: 'resolved', update_key: 'cpu' },
  ])
  expect(await world.messages()).toEqual(['resolved', 'other'])
  expect(await world.outcomes()).toEqual(['posted', 'posted', 'updated', 'updated'])
  expect([second?.updated, third?.updated]).toEqual([true, true])
  expect(third?.posts.map(({ id }) => id)).toEqual(first?.posts.map(({ id }) => id))
  const versions = await world.db.post.findMany({
    where: { originalId: first?.posts[0]?.id ?? '' },
    orderBy: { id: 'asc' },
  })
  expect(versions.map(({ message, deliveryId }) => [message, deliveryId])).toEqual([
    ['firing', ''],
    ['still firing', second?.delivery],
  ])
})

test('a thread key opens a thread, and later deliveries reply in it', async () => {
  const world = await startWorld()
  const [root] = await sendEach(world, [
    { text: 'one', thread_key: 'pr-1' },
    { text: 'two', thread_key: 'pr-1' },
    { text: 'elsewhere', thread_key: 'pr-1', channel: 'builds' },
  ])
  const posts = await world.posts()
  expect(posts.map(({ message, rootId }) => [message, rootId])).toEqual([
    ['one', ''],
    ['two', root?.posts[0]?.id],
  ])
  expect(await world.messages('builds')).toEqual(['elsewhere'])
  expect(await world.outcomes()).toEqual(['posted', 'replied', 'posted'])
})

test('with both keys, the root shows the newest state and later calls are also replies', async () => {
  const world = await startWorld()
  const keys = { thread_key: 'a', update_key: 'b' }
  const [root] = await sendEach(world, [
    { text: 'one', ...keys },
    { text: 'two', ...keys },
    { text: 'three', ...keys },
  ])
  const id = root?.posts[0]?.id
  const posts = await world.posts()
  expect(posts.map(({ message, rootId }) => [message, rootId])).toEqual([
    ['three', ''],
    ['two', id],
    ['three', id],
  ])
})

test('a later update without the thread key leaves the replies of earlier calls', async () => {
  const world = await startWorld()
  const keys = { thread_key: 'a', update_key: 'b' }
  await sendEach(world, [
    { text: 'one', ...keys },
    { text: 'two', ...keys },
    { text: 'three', update_key: 'b' },
  ])
  expect(await world.messages()).toEqual(['three', 'two'])
})

test('an update in a known thread is a reply that later calls replace', async () => {
  const world = await startWorld()
  await sendEach(world, [
    { text: 'the request', thread_key: 'pr' },
    { text: 'build runs', thread_key: 'pr', update_key: 'build' },
    { text: 'build passed', thread_key: 'pr', update_key: 'build' },
  ])
  expect(await world.messages()).toEqual(['the request', 'build passed'])
  expect(await world.outcomes()).toEqual(['posted', 'replied', 'updated'])
})

test('closing forgets the key after the delivery', async () => {
  const world = await startWorld()
  await sendEach(world, [
    { text: 'firing', update_key: 'k' },
    { text: 'resolved', update_key: 'k', close: true },
    { text: 'firing again', update_key: 'k' },
    { text: 'again resolved', update_key: 'k' },
  ])
  expect(await world.messages()).toEqual(['resolved', 'again resolved'])
})

test('reads keys from the query, and the payload wins', async () => {
  const world = await startWorld()
  await sendOne(world.hookUrl, { text: 'a' }, '&update_key=q%20%22')
  await sendOne(world.hookUrl, { text: 'b' }, '&update_key=q%20%22&close=true')
  await sendOne(world.hookUrl, { text: 'c', update_key: 'own' }, '&update_key=q%20%22')
  expect(await world.messages()).toEqual(['b', 'c'])
})

test('the rest of a long text goes into the thread, and is replaced with the next update', async () => {
  const world = await startWorld()
  const long = (letter: string) => letter.repeat(9000)
  const [first] = await sendEach(world, [
    { text: long('a'), update_key: 'k' },
    { text: long('b'), update_key: 'k' },
  ])
  const root = first?.posts[0]?.id
  const shown = async () =>
    (await world.posts()).map(({ message, rootId }) => [message[0], message.length, rootId])
  expect(await shown()).toEqual([
    ['b', 4000, ''],
    ['b', 4000, root],
    ['b', 1000, root],
  ])
  await sendEach(world, [{ text: 'short', update_key: 'k' }])
  expect(await shown()).toEqual([['s', 5, '']])
})

test('updates that wait together are one write: the last wins, and others are superseded', async () => {
  const world = await startWorld({ workerLater: true })
  const sends = Array.from({ length: 20 }, (_, index) =>
    world.send({ text: `${index}`, update_key: 'progress' }),
  )
  await Promise.all(sends)
  await world.work()
  await eventually(async () => expect(await world.outcomes()).toHaveLength(20))
  expect(await world.messages()).toHaveLength(1)
  const deliveries = await world.db.delivery.findMany({ orderBy: { id: 'asc' } })
  const last = JSON.parse(deliveries.at(-1)?.payload ?? '{}') as { text: string }
  expect(await world.messages()).toEqual([last.text])
  const outcomes = await world.outcomes()
  expect(outcomes.filter(outcome => outcome === 'posted')).toHaveLength(1)
  expect(outcomes).toContain('superseded')
})

test('two workers and two ingresses keep the last accepted state in one post', async () => {
  const world = await startWorld()
  const [, other] = await Promise.all([world.work(), world.anotherIngress()])
  const urls = [world.hookUrl, other.hookUrl]
  const send = (index: number) => sendOne(urls[index % 2] ?? '', { text: `${index}`, update_key: 'k' })
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => send(index)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const newest = await world.db.delivery.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(await world.messages()).toEqual([JSON.parse(newest.payload).text])
  expect((await world.outcomes()).filter(outcome => outcome === 'posted')).toHaveLength(1)
})

test('replies to a post by its id, and reports ids of no post in the channel', async () => {
  const world = await startWorld()
  const [first] = await sendEach(world, [{ text: 'root' }])
  const id = first?.posts[0]?.id ?? ''
  const [reply] = await sendEach(world, [{ text: 'reply', thread_ts: id }])
  await sendEach(world, [
    { text: 'below the reply', root_id: reply?.posts[0]?.id },
    { text: 'nowhere', root_id: '0'.repeat(26) },
    { text: 'slack', thread_ts: '1503435956.000247' },
    { text: 'builds', root_id: id, channel: 'builds' },
  ])
  expect((await world.posts()).map(({ rootId }) => rootId)).toEqual(['', id, id, '', ''])
  const ignored = (await world.db.delivery.findMany({ orderBy: { id: 'asc' } })).map(row => row.ignored)
  expect(ignored.slice(3)).toEqual([
    [expect.stringContaining('root_id')],
    [expect.stringContaining('thread_ts')],
    [expect.stringContaining('root_id')],
  ])
})

test('an update of a deleted post creates a new one', async () => {
  const world = await startWorld()
  const [first] = await sendEach(world, [{ text: 'a', update_key: 'k' }])
  await world.db.post.updateMany({ where: { id: first?.posts[0]?.id ?? '' }, data: { deleteAt: 1 } })
  await sendEach(world, [{ text: 'b', update_key: 'k' }])
  expect(await world.messages()).toEqual(['b'])
  expect(await world.outcomes()).toEqual(['posted', 'posted'])
})

test('at most 20 earlier versions are stored', async () => {
  const world = await startWorld()
  const sends = Array.from({ length: 25 }, (_, index) => ({ text: `${index}`, update_key: 'k' }))
  const [first] = await sendEach(world, sends)
  const versions = await world.db.post.findMany({
    where: { originalId: first?.posts[0]?.id ?? '' },
    orderBy: { id: 'asc' },
  })
  expect(versions.map(({ message }) => message)).toEqual(sends.slice(4, 24).map(({ text }) => text))
})
