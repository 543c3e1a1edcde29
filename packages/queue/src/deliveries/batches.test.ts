import { expect, test } from 'vitest'
import { makeBatches, readBatchId } from './batches.js'

const order = { look: async () => {}, next: () => 7, waiting: () => undefined }
let made = 0
const delivery = (hookId: string, posts: number, characters = 100) => ({
  id: `${made++}`,
  hookId,
  requestId: '',
  payload: 'x'.repeat(characters),
  posts,
})

const flooding = [
  delivery('a', 1),
  delivery('b', 20),
  delivery('a', 20),
  delivery('b', 300, 1_000_000),
  delivery('a', 20),
  delivery('b', 1),
]

test('fills a flood batch with one hook’s deliveries, in order, and little work unless one delivery is more', () => {
  const jobs = makeBatches().flood(flooding, order)
  const held = jobs
    .map(({ id }) => readBatchId(id))
    .map(({ deliveries, posts, kib }) => [deliveries, posts, kib])
  expect(held).toEqual([
    [2, 21, 1],
    [1, 20, 1],
    [1, 20, 1],
    [1, 300, 977],
    [1, 1, 1],
  ])
  expect(jobs.map(({ data }) => data.names)).toEqual([['a'], ['a'], ['b'], ['b'], ['b']])
  expect(jobs.every(({ priority }) => priority === 7)).toBe(true)
})

test('fills a shared batch with several hooks’ deliveries, without a priority', () => {
  const [job, ...more] = makeBatches().shared([delivery('a', 1), delivery('b', 4)])
  expect(more).toEqual([])
  expect(job?.priority).toBe(0)
  expect(readBatchId(job?.id ?? '')).toMatchObject({ deliveries: 2, posts: 5, kib: 1 })
})
