import { postId } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startHistory } from './start-history.js'

/** Settles a post and two repeats of it. */
async function startCollapsed() {
  const history = await startHistory()
  await history.db.hook.updateMany({ data: { collapseSeconds: 3600 } })
  const repeats = [{ text: 'full' }, { text: 'full' }, { text: 'full' }]
  const [posted = '', ...collapsed] = await history.settle(...repeats)
  /** The start of each message. */
  const shown = async () => (await history.world.messages()).map(text => text.replace(/, last at .*$/, ''))
  return { ...history, posted, collapsed, shown }
}

test('the setting is whole seconds from a minute to a day, or 0, and stays if it is absent', async () => {
  const { callers, teamId, channelNamed } = await startHistory()
  const { admin } = await callers('admin')
  const { id: channel_id } = await channelNamed('builds')
  const hooks = `/teams/${teamId}/hooks/incoming`
  const window = (window_seconds: unknown) => ({ channel_id, collapse: { window_seconds } })
  const made = await admin.postJson(`${hooks}/create`, window(60))
  expect(made.collapse).toEqual({ window_seconds: 60 })
  const update = (more: object) => admin.postJson(`${hooks}/update`, { id: made.id, ...more })
  expect((await update(window(86_400))).collapse).toEqual({ window_seconds: 86_400 })
  expect((await update({ channel_id })).collapse).toEqual({ window_seconds: 86_400 })
  expect((await update(window(0))).collapse).toEqual({ window_seconds: 0 })
  for (const wrong of [1, 59, 86_401, -60, 60.5, '60', null])
    expect(await admin.statusAndId(`${hooks}/update`, { id: made.id, ...window(wrong) })).toMatch(/^400 /)
  const entry = await admin.getJson('/admin/audit?action=updateHook')
  expect(JSON.stringify(entry)).toContain('"collapse":{"window_seconds":86400}')
})

test('the history shows repeats with the post that counts them', async () => {
  const { idsIn, get, posted, collapsed } = await startCollapsed()
  expect(await idsIn('?outcome=collapsed')).toEqual(collapsed.toReversed())
  expect((await get('/deliveries/count?outcome=collapsed')).json()).toMatchObject({ count: 2 })
  const post = {
    id: postId(posted, 1),
    set_by: posted,
    message: expect.stringMatching(/^full\n\n× 3, last at /),
  }
  const [first] = collapsed
  expect((await get(`/deliveries/${first}`)).json()).toMatchObject({
    outcome: 'collapsed',
    status: 200,
    post_id: post.id,
    post_count: 1,
    related_delivery: posted,
    posts: [{ ...post, props: { repeats: { count: 3 } } }],
  })
  expect((await get(`/deliveries/${posted}`)).json()).toMatchObject({ posts: [post] })
})

test('a person’s replay is a new post, and a replay of many posts each content once', async () => {
  const { replayOne, replayAll, collapsed, shown, db, settle } = await startCollapsed()
  await replayOne(collapsed[0] ?? '')
  await eventually(async () => expect(await shown()).toEqual(['full\n\n× 3', 'full']))
  await settle({ text: 'other' }, { text: 'full' })
  expect(await replayAll({ outcome: 'any' })).toMatchObject({ sent: 5 })
  await eventually(async () => expect(await db.delivery.count()).toBe(11))
  const before = ['full\n\n× 4', 'full', 'other']
  expect((await shown()).toSorted()).toEqual([...before, 'full\n\n× 4', 'other'].toSorted())
})

test('reports the progress of a replay, and previews a repeat', async () => {
  const { ask, get, posted } = await startCollapsed()
  const { replay } = (await ask('/deliveries/replay', { outcome: 'collapsed' })).json()
  const counts = { sent: 2, posted: 1, collapsed: 1, rejected: 0 }
  await eventually(async () => expect((await get(`/replays/${replay}`)).json()).toMatchObject(counts))
  const preview = async (text: string) =>
    (await ask('/preview', { payload: JSON.stringify({ text }) })).json()
  expect(await preview('full')).toMatchObject({ outcome: 'collapsed', post_id: postId(posted, 1) })
  expect(await preview('full.')).toMatchObject({ outcome: 'posted', post_id: '' })
  const sent = (await ask('/send', { payload: '{"text":"full"}' })).json()
  expect(sent).toMatchObject({ outcome: 'collapsed', posts: [{ id: postId(posted, 1) }] })
})
