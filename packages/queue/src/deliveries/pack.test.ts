import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { pack, unpack } from './pack.js'

const sent = (batch: object) => unpack(JSON.parse(JSON.stringify(batch)))

const text = fc.string({ unit: 'binary' })
/** Few heads and few tails, so that both repeat. */
const ours = fc
  .tuple(
    fc.constantFrom('01k0000000abcdefgh', '01k0000001abcdefgh', '01k0000001bbbbbbbb'),
    fc.constantFrom('00000000', '00000100', 'zzzzzz00'),
  )
  .map(parts => parts.join(''))
const id = fc.oneof(
  { weight: 4, arbitrary: ours },
  text.filter(({ length }) => length !== 8),
)
const delivery = fc.record(
  {
    id,
    hookId: id,
    requestId: id,
    payload: text,
    answerTo: id,
    replayOf: id,
    sentBy: id,
    restrictedTo: id,
    sender: text,
    caller: text,
  },
  { requiredKeys: ['id', 'hookId', 'requestId', 'payload'] },
) as fc.Arbitrary<Delivery>

test('unpacks exactly what was packed', () => {
  fc.assert(
    fc.property(fc.array(delivery), fc.nat(4), fc.nat(3), (deliveries, started, threw) => {
      expect(sent(pack(deliveries, { started, threw }))).toEqual({ deliveries, started, threw })
      expect(sent(pack(deliveries))).toEqual({ deliveries, started: 0, threw: 0 })
    }),
  )
})

test('writes the owner of each hook once, which workers of an earlier version ignore', () => {
  const of = (hookId: string, ownerId?: string) => ({
    id: 'a',
    hookId,
    ownerId,
    requestId: 'r',
    payload: '{}',
  })
  const deliveries = [of('one', 'owner'), of('two', 'owner'), of('three'), of('one', 'owner')]
  const packed = pack(deliveries)
  expect(packed.names).toEqual(['one', 'owner', 'two', 'three'])
  expect(packed.rows.map(row => row.length)).toEqual([4, 4, 4, 4])
  expect(sent(packed).deliveries).toEqual(deliveries)
})

test('reads short ids, and the compressed payloads of version 0.1.0', () => {
  const compressed = deflateRawSync('{"text":"long"}').toString('base64')
  const rows = [
    ['01k0000000abcdefgh00000000', '01k0000000abcdefghrequest1', '{}', 0],
    ['00000100', 'request2', { compressed }, 0],
  ]
  const [first, second] = sent({ names: ['hook'], rows }).deliveries
  expect(first).toMatchObject({ id: '01k0000000abcdefgh00000000', requestId: '01k0000000abcdefghrequest1' })
  expect(second).toMatchObject({ id: '01k0000000abcdefgh00000100', requestId: '01k0000000abcdefghrequest2' })
  expect(second?.payload).toBe('{"text":"long"}')
})

test.each([
  ['nothing', {}],
  ['unpacked deliveries', { deliveries: [{ id: 'a', hookId: 'hook', requestId: 'r', payload: '{}' }] }],
  ['text', 'text'],
  ['malformed rows', { names: [], rows: [1] }],
  ['an empty row', { names: [], rows: [[]] }],
  ['a hook without a name', { names: [], rows: [['id', 'request', '{}', 0]] }],
  ['a payload that is not text', { names: ['hook'], rows: [['id', 'request', {}, 0]] }],
])('rejects a job with %s', (_, data) => {
  expect(() => sent(data as object)).toThrow()
})
