import { expect, test } from 'vitest'
import { parsePayload } from './parse.js'
import { type Target, targetOf } from './payload.js'

const targets: [channel: unknown, target: Target][] = [
  [undefined, { kind: 'default' }],
  ['', { kind: 'default' }],
  [null, { kind: 'default' }],
  ['town-square', { kind: 'channel', name: 'town-square' }],
  ['#town-square', { kind: 'channel', name: 'town-square' }],
  ['##builds', { kind: 'channel', name: '#builds' }],
  ['builds ', { kind: 'channel', name: 'builds ' }],
  ['#', { kind: 'channel', name: '' }],
  ['@alice', { kind: 'user', username: 'alice' }],
  ['@', { kind: 'user', username: '' }],
  ['id1__id2', { kind: 'channel', name: 'id1__id2' }],
  ['a\0b', { kind: 'channel', name: 'a\uFFFDb' }],
]

test.each(targets)('channel %j targets %j', (channel, target) => {
  const reading = parsePayload(JSON.stringify({ text: 'hi', channel }))
  expect(reading.outcome === 'read' && targetOf(reading.payload)).toEqual(target)
})
