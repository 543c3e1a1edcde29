import { expect, test } from 'vitest'
import { callerLines, callerRequestId, callerTrace, readCallerLines } from './caller-ids.js'

const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test.each([
  ['3f2a-1', '3f2a-1'],
  ['a b', 'a b'],
  ['x'.repeat(128), 'x'.repeat(128)],
  ['x'.repeat(129), undefined],
  ['', undefined],
  ['a\u0007', undefined],
  ['gr\u00fcn', undefined],
  [undefined, undefined],
])('of X-Request-Id %j it uses %j', (value, used) => {
  expect(callerRequestId({ 'x-request-id': value })).toBe(used)
})

test.each([`00-${trace}-${span}-01`, `00-${trace}-${span}-00`])('continues the trace %s', traceparent => {
  expect(callerTrace({ traceparent })).toBe(traceparent)
  const read = { requestId: undefined, traceparent, traceId: trace }
  expect(readCallerLines(callerLines({ requestId: undefined, traceparent }))).toEqual(read)
})

test.each([
  `00-${trace}-${span}`,
  `01-${trace}-${span}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${span}-01\n`,
])('ignores the invalid trace %j', traceparent => {
  expect(callerTrace({ traceparent })).toBeUndefined()
})
