import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startWithFiles } from '../support/slack-files.js'
import { keepSlackPath } from '../support/slack-path.js'
import { startWorld } from '../support/world.js'
import { startApi } from './start-api.js'

type Answer = Pick<Response, 'status' | 'headers'>

const stateOf = ({ status, headers }: Answer) => [status, headers.get('x-delivery-state')]

const json = (body: unknown, headers = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('says of each outcome whether the channel shows the delivery', async () => {
  const { send, hookUrl, db } = await startWorld({ confirm: true })
  await db.hook.updateMany({ data: { collapseSeconds: 3600 } })
  const state = async (payload: unknown, headers = {}) => stateOf(await send(payload, headers))
  expect(await state({ text: 'new' })).toEqual([200, 'posted'])
  expect(await state({ text: 'new' })).toEqual([200, 'posted']) // a repeat that the first post counts
  for (const text of ['one', 'two']) expect(await state({ text, update_key: 'k' })).toEqual([200, 'posted'])
  for (const text of ['three', 'four'])
    expect(await state({ text, thread_key: 't' })).toEqual([200, 'posted'])
  expect(await state({ text: 'x', channel: 'nowhere' })).toEqual([404, 'rejected'])
  const star = { action: 'deleted', sender: { login: 'ana' } }
  const unstarred = { method: 'POST', ...json(star, { 'x-github-event': 'star' }) }
  expect(stateOf(await fetch(hookUrl, unstarred))).toEqual([200, 'skipped'])
  const push = { method: 'POST', ...json({ ref: 'refs/heads/x' }, { 'x-github-event': 'push' }) }
  expect(stateOf(await fetch(`${hookUrl}/github?wait=true&exclude=push`, push))).toEqual([200, 'skipped'])
  const copy = { 'idempotency-key': 'one' }
  expect(await state({ text: 'keyed' }, copy)).toEqual([200, 'posted'])
  const again = await send({ text: 'keyed' }, copy)
  expect([...stateOf(again), again.headers.get('idempotent-replayed')]).toEqual([200, 'posted', 'true'])
  expect(await state({})).toEqual([400, null]) // nothing was stored
})

test('says stored where the response came before the outcome', async () => {
  const { send, hookUrl, work, allWorked } = await startWorld({ workerLater: true })
  const stored = await send({ text: 'without confirm' })
  expect(stateOf(stored)).toEqual([200, 'stored'])
  expect(stateOf(await sendTo(`${hookUrl}?wait=true`, { text: 'x' }))).toEqual([202, 'stored'])
  const waiting = await fetch(`${hookUrl}/deliveries/${stored.headers.get('x-delivery-id')}`)
  expect(stateOf(waiting)).toEqual([202, 'stored'])
  await work()
  await allWorked()
})

test('a hook that confirms says stored while the backlog is late, and posted after it', async () => {
  const { send, work, allWorked } = await startWorld({ confirm: true, workerLater: true })
  const early: Response[] = []
  let isFirstWaiting = true
  const first = send({ text: 'first' }).finally(() => {
    isFirstWaiting = false
  })
  await eventually(() => {
    send({ text: 'later' }).then(
      answer => isFirstWaiting && early.push(answer),
      () => {},
    )
    expect(early.map(stateOf)).toContainEqual([200, 'stored'])
  })
  await work()
  expect((await first).status).toBe(200)
  await allWorked()
  await eventually(async () => expect(stateOf(await send({ text: 'last' }))).toEqual([200, 'posted']))
})

test('every path that stores has the header: old names, other chats, edits', async () => {
  const { url, hookUrl, db } = await startWorld({ confirm: true })
  const { id } = await db.hook.findFirstOrThrow()
  const discord = `${url}/api/webhooks/${id}/${firstHookKey}`
  const paths = [
    [`${url}/api/v3/teams/any/hooks/${firstHookKey}`, { text: 'x' }, 200],
    [url + (await keepSlackPath(db)), { text: 'x' }, 200],
    [discord, { content: 'x' }, 204],
    [`${discord}?wait=true`, { content: 'x' }, 200],
    [`${discord}/slack`, { text: 'x' }, 200],
    [`${hookUrl}/discord`, { content: 'x' }, 204],
    [`${hookUrl}/teams`, { '@type': 'MessageCard', text: 'x' }, 200],
    [`${hookUrl}/googlechat`, { text: 'x' }, 200],
  ] as const
  for (const [path, payload, status] of paths)
    expect([path, ...stateOf(await sendTo(path, payload))]).toEqual([path, status, 'posted'])
  const { headers } = await sendTo(hookUrl, { text: 'x' })
  const own = `${hookUrl}/deliveries/${headers.get('x-delivery-id')}`
  expect(stateOf(await fetch(own, { method: 'PATCH', ...json({ text: 'y' }) }))).toEqual([200, 'posted'])
  expect(stateOf(await fetch(own, { method: 'DELETE' }))).toEqual([200, 'posted'])
})

test('Slack’s methods have the headers, for messages and for files', async () => {
  const { url, port } = await startWithFiles()
  const call = async (method: string, args: object) => {
    const headers = { authorization: `Bearer ${firstHookKey}` }
    const answer = await fetch(`${url}/api/${method}`, { method: 'POST', ...json(args, headers) })
    const { headers: seen } = answer
    const marks = [seen.get('x-delivery-id')?.length, seen.get('x-delivery-state')]
    const { channel, ts, upload_url, file_id } = (await answer.json()) as Record<string, string | undefined>
    return { marks, channel, ts, upload_url, file_id }
  }
  const posted = [26, 'posted']
  const { marks, channel = '', ts = '' } = await call('chat.postMessage', { text: 'x' })
  expect(marks).toEqual(posted)
  expect((await call('chat.update', { channel, ts, text: 'y' })).marks).toEqual(posted)
  expect((await call('chat.postMessage', { text: 'x', channel: 'nowhere' })).marks).toEqual([26, 'rejected'])
  const ticket = await call('files.getUploadURLExternal', { filename: 'a.txt', length: 1 })
  expect(ticket.marks).toEqual([undefined, null])
  await fetch(new URL(ticket.upload_url ?? '', `http://127.0.0.1:${port}`), { method: 'POST', body: 'a' })
  const files = [{ id: ticket.file_id }]
  expect((await call('files.completeUploadExternal', { files })).marks).toEqual(posted)
  expect((await call('auth.test', {})).marks).toEqual([undefined, null])
})

test('the calls that send without a key have the headers, and browsers may read them', async () => {
  const { callers, teamId, db, hookUrl } = await startApi(undefined, { workerLater: false })
  const { admin } = await callers('admin')
  const { id } = await db.hook.findFirstOrThrow()
  const path = `/teams/${teamId}/hooks/incoming/${id}`
  const sent = await admin.post(`${path}/send`, { payload: '{"text":"x"}' })
  const { delivery } = sent.json()
  expect(sent.headers).toMatchObject({ 'x-delivery-id': delivery, 'x-delivery-state': 'posted' })
  const rejected = await admin.post(`${path}/send`, { payload: '{"text":"x","channel":"nowhere"}' })
  expect(rejected.headers['x-delivery-state']).toBe('rejected')
  const replayed = await admin.post(`${path}/deliveries/${rejected.json().delivery}/replay`)
  const { delivery: replay } = replayed.json()
  expect(replayed.headers).toMatchObject({ 'x-delivery-id': replay, 'x-delivery-state': 'stored' })
  const { headers } = await sendTo(hookUrl, { text: 'x' }, { origin: 'https://elsewhere.example' })
  expect(headers.get('access-control-expose-headers')).toContain('X-Delivery-State')
})
