import { expect, test } from 'vitest'
import { cluesIn } from './groups.js'

const id = '01m8f53agx2a571wg2nydh6d00'
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const now = 1_700_000_000_000

test.each([
  [id, [{ id }, { request_id: id }]],
  [trace, [{ trace_id: trace }, { request_id: trace }]],
  ['order-7', [{ request_id: 'order-7' }]],
  ['9f3b2a4e-1f2d-4c7a-9c1b-0d7c7b1f5e11', [{ request_id: '9f3b2a4e-1f2d-4c7a-9c1b-0d7c7b1f5e11' }]],
  ['192.0.2.7', [{ address: '192.0.2.7', at: String(now) }]],
  ['192.0.2.7 1699999999999', [{ address: '192.0.2.7', at: '1699999999999' }]],
  ['192.0.2.7 2026-11-25T13:00:00Z', [{ address: '192.0.2.7', at: '1795611600000' }]],
  ['2001:db8::7', [{ address: '2001:db8::7', at: String(now) }]],
  ['::ffff:192.0.2.7', [{ address: '::ffff:192.0.2.7', at: String(now) }]],
  ['192.0.2.7 yesterday', []],
  ['builds', []],
  ['disk 97', []],
  ['from:ada', []],
])('reads in %j what a delivery can be found by', (text, clues) => {
  expect(cluesIn(text, now)).toEqual(clues)
})
