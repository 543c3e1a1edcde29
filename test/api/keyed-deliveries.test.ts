import { deliveryOutcomes } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startHistory } from './start-history.js'

/** Settles a post, an update of it, a reply, and a replay of its older state. */
async function startKeyed() {
  const history = await startHistory()
  const { settle, replayOne, db } = history
  const [posted = '', updated = '', replied = ''] = await settle(
    { text: 'firing', update_key: 'k' },
    { text: 'resolved', update_key: 'k' },
    { text: 'a note', thread_key: 'k' },
  )
  const { delivery: superseded }: { delivery: string } = await replayOne(posted)
  await eventually(async () => expect(await db.delivery.count()).toBe(4))
  return { ...history, posted, updated, replied, superseded }
}

test('filters and counts history by each outcome', async () => {
  const { idsIn, get, settle, ...ids } = await startKeyed()
  const [rejected = ''] = await settle({ text: 'x', channel: 'nowhere' })
  const found = await Promise.all(deliveryOutcomes.map(outcome => idsIn(`?outcome=${outcome}`)))
  expect(found).toEqual([ids.posted, ids.replied, ids.updated, ids.superseded, rejected].map(id => [id]))
  for (const outcome of deliveryOutcomes) {
    const counted = (await get(`/deliveries/count?outcome=${outcome}`)).json()
    expect([outcome, counted]).toEqual([outcome, { count: 1, is_whole: true }])
  }
})

test('a replay of many deliveries reports each outcome, and restores no older state', async () => {
  const { ask, get, world } = await startKeyed()
  const { replay } = (await ask('/deliveries/replay', { outcome: 'any' })).json()
  const counts = { total: 3, sent: 3, posted: 0, replied: 1, updated: 1, superseded: 1, rejected: 0 }
  await eventually(async () => expect((await get(`/replays/${replay}`)).json()).toMatchObject(counts))
  expect((await world.messages()).toSorted()).toEqual(['a note', 'a note', 'resolved'])
})
