import { postId } from '@posthorn/core'
import { type DeliveryRow, type PostRow, recordBatch } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.js'

const deliveryId = () => `${newId().slice(0, 24)}00`

function deliveryRow(other: Partial<DeliveryRow>): DeliveryRow {
  const [id, hookId, teamId, channelId] = [deliveryId(), 'hook', 'team', 'channel']
  const end = { outcome: 'posted', reason: '', detail: '', postCount: 1, tries: 1, ignored: [] } as const
  const from = { requestId: newId(), payload: '{}', replayOf: '', sentBy: '', restrictedTo: '', sender: 'a' }
  return { id, hookId, teamId, channelId, ...end, ...from, ignored: [], ...other }
}

function postRow(delivery: DeliveryRow, other: Partial<PostRow>): PostRow {
  const [id, createAt] = [postId(delivery.id, 1), 1]
  const content = { message: id, html: id, htmlVersion: 1, type: '', props: '{}' }
  return { id, createAt, userId: 'user', channelId: delivery.channelId, ...content, ...other }
}

const otherHook = { hookId: 'other', teamId: 'other', channelId: 'other', ignored: ['a', 'b'], sender: 'b' }
const otherEnd = { outcome: 'replied', reason: 'r', detail: 'd', tries: 2, replayOf: 'x' } as const
const otherLook = { userId: 'other', type: 'custom_x' }

test.each([
  ['all', {}, {}],
  ['how they end', otherHook, otherLook],
  ['their hook', otherEnd, { htmlVersion: 2 }],
  ['nothing', { ...otherHook, ...otherEnd }, { ...otherLook, htmlVersion: 2 }],
  ['the deliveries, but not the posts', {}, { ...otherLook, htmlVersion: 2 }],
])('stores each row with its own values if a batch shares: %s', async (_, otherDelivery, otherPost) => {
  const { db } = await startWorld({ workerLater: true })
  const deliveries = [deliveryRow({}), deliveryRow(otherDelivery), deliveryRow({})]
  const others = [{}, otherPost, {}]
  const posts = deliveries.map((delivery, index) => postRow(delivery, others[index] ?? {}))
  const written = await recordBatch(db, deliveries, posts, [])
  expect(written.toSorted()).toEqual(deliveries.map(({ id }) => id))

  const orderBy = { id: 'asc' } as const
  const storedDeliveries = await db.delivery.findMany({ orderBy })
  expect(storedDeliveries).toMatchObject(
    deliveries.map(({ sentBy: _by, restrictedTo: _to, replayOf, ...row }) => ({
      ...row,
      replayOf: replayOf || null,
    })),
  )
  const storedPosts = await db.post.findMany({ orderBy })
  expect(storedPosts).toMatchObject(posts.map(row => ({ ...row, createAt: BigInt(row.createAt), props: {} })))
})

test('stores rejected deliveries without posts', async () => {
  const { db } = await startWorld({ workerLater: true })
  const rejected = { outcome: 'rejected', reason: 'no_text', postCount: 0 } as const
  const deliveries = [deliveryRow(rejected), deliveryRow(rejected)]
  expect(await recordBatch(db, deliveries, [], [])).toHaveLength(2)
  expect(await db.delivery.count({ where: { outcome: 'rejected', reason: 'no_text' } })).toBe(2)
})
