import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { postTogether, weightOf } from './run-batch.js'

const batch = (...payloads: string[]): Delivery[] =>
  payloads.map(payload => ({ id: '', hookId: '', requestId: '', payload }))

/** Posts that end when the test ends them. */
function slowPosts(atOnce: number) {
  const posts: { texts: string[]; end: (end: string) => void; fail: (error: Error) => void }[] = []
  const post = postTogether<string>(
    deliveries =>
      new Promise((end, fail) => {
        posts.push({ texts: deliveries.map(({ payload }) => payload), end, fail })
      }),
    atOnce,
  )
  const add = (deliveries: Delivery[], weight = deliveries.length) => post(deliveries, weight)
  const texts = () => posts.map(({ texts }) => texts)
  return { posts, add, texts }
}

const turn = () => new Promise(setImmediate)

test('posts batches that arrive during a post together after it', async () => {
  const { posts, add, texts } = slowPosts(2)
  const ends = [add(batch('one')), add(batch('two', 'three')), add(batch('four'))]
  expect(texts()).toEqual([['one']])
  posts[0]?.end('recorded')
  await turn()
  expect(texts()).toEqual([['one'], ['two', 'three', 'four']])
  posts[1]?.end('handed_back')
  expect(await Promise.all(ends)).toEqual(['recorded', 'handed_back', 'handed_back'])
})

test('fills a post with up to 500 deliveries or their weight, and starts a full one in parallel', async () => {
  const { add, posts } = slowPosts(2)
  const many = (count: number) => batch(...Array(count).fill('x'))
  for (const each of [many(1), many(300), many(200)]) void add(each)
  for (let large = 0; large < 2; large++) void add(many(1), 300)
  const sizes = () => posts.map(({ texts }) => texts.length)
  expect(sizes()).toEqual([1, 500])
  for (let ended = 0; ended < 4; ended++) {
    posts[ended]?.end('recorded')
    await turn()
  }
  expect(sizes()).toEqual([1, 500, 1, 1])
})

test.each([
  ['deliveries', { deliveries: 500, posts: 500, kib: 60 }, 500, 500],
  ['characters', { deliveries: 1, posts: 1, kib: 128 }, 128, 512],
  ['deliveries of many posts', { deliveries: 1, posts: 33, kib: 1 }, 1, 512],
])('fills a post sooner in the flood lane than in the shared lane: %s', (_what, held, shared, flood) => {
  expect([weightOf(held, 'shared'), weightOf(held, 'flood')]).toEqual([shared, flood])
})

test('posts batch by batch after a combined post throws, and rejects only the bad batch', async () => {
  const { posts, add, texts } = slowPosts(1)
  const ends = ['first', 'good', 'bad', 'fine'].map(text => add(batch(text)))
  const settled = Promise.allSettled(ends)
  posts[0]?.end('recorded')
  await turn()
  posts[1]?.fail(new Error('the renderer threw'))
  for (let post = 2; post < 5; post++) {
    await turn()
    const bad = texts()[post]?.includes('bad')
    bad ? posts[post]?.fail(new Error('this one')) : posts[post]?.end('recorded')
  }
  expect(texts()).toEqual([['first'], ['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('posts batch by batch after a combined post is set aside, and sets aside only the batch that must wait', async () => {
  const { posts, add, texts } = slowPosts(1)
  const ends = ['first', 'good', 'bad'].map(text => add(batch(text)))
  for (const [post, end] of ['recorded', 'set_aside', 'recorded', 'set_aside'].entries()) {
    posts[post]?.end(end)
    await turn()
  }
  expect(texts()).toEqual([['first'], ['good', 'bad'], ['good'], ['bad']])
  expect(await Promise.all(ends)).toEqual(['recorded', 'recorded', 'set_aside'])
})
