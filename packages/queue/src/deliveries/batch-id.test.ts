import { deliveryId } from '@posthorn/core'
import { expect, test } from 'vitest'
import { makeBatchIds, readBatchId } from './batches.js'

const one = { deliveries: 1, posts: 1, kib: 1 }

test('describes in a batch’s id its contents and when it was stored', () => {
  const newBatchId = makeBatchIds(() => 1_800_000_000_000)
  const held = { deliveries: 500, posts: 720, kib: 1033 }
  expect(readBatchId(newBatchId(held))).toEqual({ storedAtMs: 1_800_000_000_000, ...held })
})

test('makes unique ids, even in two processes in the same millisecond', () => {
  const makers = [makeBatchIds(() => 0), makeBatchIds(() => 0)]
  const ids = makers.flatMap(newBatchId => Array.from({ length: 100 }, () => newBatchId(one)))
  expect(new Set(ids).size).toBe(200)
})

test('makes ids that BullMQ accepts: without colons, and not only digits', () => {
  const newBatchId = makeBatchIds()
  for (let made = 0; made < 100; made++) expect(newBatchId(one)).toMatch(/^[0-9a-z]+-[0-9a-z]+-1-1-1$/)
})

test('reads the id of a single delivery as one delivery with the age in its id', () => {
  const id = deliveryId(1_700_000_000_000, '0123456789abcd')
  expect(readBatchId(id)).toEqual({ storedAtMs: 1_700_000_000_000, ...one })
})

test('reads any other id as one delivery of unknown age', () => {
  expect(readBatchId('4711')).toEqual({ storedAtMs: undefined, ...one })
})
