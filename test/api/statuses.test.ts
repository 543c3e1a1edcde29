import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openListener, withToken } from './listener.js'
import { noSuchId, startApi } from './start-api.js'

test('a user with a connection to any process is online until the last one ends', async () => {
  const api = await startApi()
  const { reader, ada, bob } = await api.callers('reader', 'ada', 'bob')
  const [one, other] = [await api.listen(), await api.listen()]
  const online = () => reader.getJson('/users/status')
  expect(await online()).toEqual({})
  const [first, second] = [
    await openListener(one.url, withToken(ada.token)),
    await openListener(one.url, withToken(ada.token)),
  ]
  const elsewhere = await openListener(other.url, withToken(bob.token))
  await eventually(async () => expect(await online()).toEqual({ [ada.id]: 'online', [bob.id]: 'online' }))
  const asked = await bob.postJson('/users/status/ids', [ada.id, reader.id, noSuchId])
  expect(asked).toEqual({ [ada.id]: 'online', [reader.id]: 'offline', [noSuchId]: 'offline' })
  for (const { socket } of [elsewhere, first]) socket.close()
  await eventually(async () => expect(await online()).toEqual({ [ada.id]: 'online' }))
  second.socket.close()
  await eventually(async () => expect(await online()).toEqual({}))
})

test('a client can request statuses over its connection', async () => {
  const { listen, callers } = await startApi()
  const { reader, ada } = await callers('reader', 'ada')
  const { url } = await listen()
  const { received, send } = await openListener(url, withToken(reader.token))
  const bad = { error: { id: 'api.websocket_handler.invalid_param.app_error' } }
  const user_ids = [reader.id, ada.id]
  const answered = async (seq: number, action: string, data: unknown, wanted: object) => {
    send({ seq, action, data })
    await eventually(() => expect(received.find(({ seq_reply }) => seq_reply === seq)).toMatchObject(wanted))
  }
  await answered(1, 'get_statuses', {}, { status: 'OK', data: { [reader.id]: 'online' } })
  const statuses = { [reader.id]: 'online', [ada.id]: 'offline' }
  await answered(2, 'get_statuses_by_ids', { user_ids }, { status: 'OK', data: statuses })
  await answered(3, 'get_statuses_by_ids', { user_ids: 'all' }, { status: 'FAIL', ...bad })
})
