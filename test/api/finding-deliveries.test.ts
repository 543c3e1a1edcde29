import { addressSearchMinutes, maxFoundDeliveries } from '@posthorn/contract'
import { base32 } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { noSuchId } from './start-api.js'
import { startHistory } from './start-history.js'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
const minuteMs = 60_000

/** Starts a history, and returns what finds deliveries and what sends one with headers. */
async function start() {
  const history = await startHistory()
  const { admin } = await history.callers('admin')
  const find = (query: Record<string, string>) => admin.client.findDeliveries({ query: query as never })
  const idsOf = async (query: Record<string, string>) => (await find(query)).deliveries.map(({ id }) => id)
  const statusOf = async (query: string) => (await admin.get(`/admin/deliveries/find${query}`)).statusCode
  const send = async (headers: Record<string, string> = {}, payload: object = { text: 'a private text' }) => {
    const { headers: answered } = await history.send(payload, headers)
    const id = answered.get('x-delivery-id') ?? ''
    await eventually(async () => expect(await history.db.delivery.count({ where: { id } })).toBe(1))
    return { id, requestId: answered.get('x-request-id') ?? '' }
  }
  return { ...history, find, idsOf, statusOf, send }
}

test('finds a delivery of any hook by its ID, its post, its requests and its trace', async () => {
  const { send, find, idsOf, hook, db } = await start()
  await send({ 'x-request-id': 'other', traceparent: traceparent.replace('4bf', '5bf') })
  const { id, requestId } = await send({ 'x-request-id': 'order 7/1', traceparent, 'user-agent': 'curl/8' })
  await send()
  const team = await db.team.findFirstOrThrow()
  const clues = [
    { id },
    { id: `${id.slice(0, -2)}01` },
    { request_id: requestId },
    { request_id: 'order 7/1' },
    { trace_id: traceId },
  ]
  for (const clue of clues) {
    const { deliveries, is_whole } = await find(clue)
    expect({ clue, is_whole, ids: deliveries.map(one => one.id) }).toEqual({
      clue,
      is_whole: true,
      ids: [id],
    })
    expect(deliveries[0]).toMatchObject({
      ...{ hook_id: hook.id, hook_name: hook.displayName, by_token: false, outcome: 'posted' },
      ...{ request_id: requestId, caller_request_id: 'order 7/1', trace_id: traceId, user_agent: 'curl/8' },
      team: { id: team.id, name: team.name, display_name: team.displayName },
    })
    expect(JSON.stringify(deliveries)).not.toContain('a private text')
  }
  expect(await idsOf({ id: noSuchId })).toEqual([])
  expect(await idsOf({ request_id: 'order 7' })).toEqual([])
  expect(await idsOf({ request_id: noSuchId })).toEqual([])
})

test('finds the deliveries of an address near a time, also as IPv4 within IPv6', async () => {
  const { db, send, idsOf } = await start()
  const { id } = await send()
  const atMs = Date.now()
  const address = async (text: string) =>
    db.$executeRaw`UPDATE deliveries SET sender = ${`${text}\ncurl\n`} WHERE id = ${id}`
  const found = (at: number, address = '192.0.2.7') => idsOf({ address, at: String(at) })
  await address('192.0.2.7')
  expect(await found(atMs)).toEqual([id])
  expect(await found(atMs, '192.0.2.70')).toEqual([])
  await address('::ffff:192.0.2.7')
  const outside = (addressSearchMinutes + 1) * minuteMs
  expect(await found(atMs + outside - 2 * minuteMs)).toEqual([id])
  expect(await found(atMs - outside + 2 * minuteMs)).toEqual([id])
  expect(await found(atMs + outside)).toEqual([])
  expect(await found(atMs - outside)).toEqual([])
  expect(await found(0)).toEqual([])
})

test('names the user of a delivery that came with a token', async () => {
  const { db, send, find, teamId } = await start()
  const { id } = await send()
  const user = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  await db.delivery.updateMany({ data: { hookId: user.id, teamId } }) // as deliveries by a token are stored
  const [found] = (await find({ id })).deliveries
  expect(found).toMatchObject({ by_token: true, hook_id: user.id, hook_name: 'reader', team: { id: teamId } })
})

test('rejects a search without exactly one value, and each empty or malformed value', async () => {
  const { statusOf } = await start()
  const at = Date.now()
  const wrong = [
    ...['', '?id=', '?request_id=', '?trace_id=', '?address=', '?at='],
    ...[`?address=&at=${at}`, '?address=192.0.2.7&at=', '?address=192.0.2.7', `?at=${at}`],
    ...[`?id=${noSuchId}&request_id=x`, `?id=${noSuchId}&at=${at}`, `?id=${noSuchId}&trace_id=`],
    ...['?id=x', '?trace_id=x', `?trace_id=${'A'.repeat(32)}`, `?request_id=${'x'.repeat(129)}`],
    ...[`?address=${'x'.repeat(65)}&at=${at}`, '?address=192.0.2.7&at=now', '?request_id=%00', '?id=a&id=b'],
  ]
  for (const query of wrong) expect([query, await statusOf(query)]).toEqual([query, 400])
  expect(await statusOf(`?id=${noSuchId}`)).toBe(200)
})

test('examines a bounded number of deliveries, and says if there may be more', async () => {
  const { db, hook, find } = await start()
  const atMs = Date.now()
  await db.$executeRaw`
    INSERT INTO deliveries (id, hook_id, team_id, settled_at, outcome, request_id, payload, sender)
    SELECT ${base32(atMs, 10)} || lpad(n::text, 14, '0') || '00', ${hook.id}, '', 1, 'posted', 'r', '{}',
      CASE n WHEN 1 THEN E'192.0.2.1\\n\\n' WHEN 12000 THEN E'192.0.2.2\\n\\n' ELSE E'192.0.2.3\\n\\n\\nsame\\n' END
    FROM generate_series(1, 12000) n`
  const at = String(atMs)
  expect(await find({ address: '192.0.2.1', at })).toMatchObject({ deliveries: [{}], is_whole: false })
  expect(await find({ address: '192.0.2.2', at })).toEqual({ deliveries: [], is_whole: false })
  for (const clue of [{ address: '192.0.2.3', at }, { request_id: 'same' }]) {
    const { deliveries, is_whole } = await find(clue)
    expect([deliveries.length, is_whole]).toEqual([maxFoundDeliveries, false])
  }
})

test('finds no erased request', async () => {
  const { send, ask, idsOf } = await start()
  const { id } = await send({ 'x-request-id': 'mine', traceparent })
  await ask(`/deliveries/${id}/erase`)
  expect(await idsOf({ id })).toEqual([id])
  for (const clue of [{ request_id: 'mine' }, { trace_id: traceId }]) expect(await idsOf(clue)).toEqual([])
  for (const address of ['127.0.0.1', '::1'])
    expect(await idsOf({ address, at: String(Date.now()) })).toEqual([])
})
