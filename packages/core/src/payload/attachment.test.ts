import { expect, test } from 'vitest'
import type { Attachment } from './attachment.js'
import { parsePayload } from './parse.js'

function attachments(...raw: unknown[]): Attachment[] | string {
  const reading = parsePayload(JSON.stringify({ text: 't', attachments: raw }))
  return reading.outcome === 'read' ? reading.payload.attachments : reading.outcome
}

function field(raw: object): unknown {
  const read = attachments({ text: 'a', fields: [raw] })
  return typeof read === 'string' ? read : read[0]?.fields?.[0]
}

test('an attachment has every key, in the order that clients of API v3 expect', () => {
  expect(JSON.stringify(attachments({ text: 'a' }))).toBe(
    '[{"id":0,"fallback":"","color":"","pretext":"","author_name":"","author_link":"","author_icon":"","title":"",' +
      '"title_link":"","text":"a","fields":null,"image_url":"","thumb_url":"","footer":"","footer_icon":"","ts":null}]',
  )
})

test('drops null and empty attachments and fields', () => {
  expect(attachments(null, {}, { color: 'good', ts: 5 }, { text: '' })).toEqual([])
  expect(attachments({ text: 'a', fields: [null] })).toMatchObject([{ fields: null }])
})

test.each([
  [5, '5'],
  [1_000_000, '1000000'],
  [0.5, '0.5'],
  [true, 'true'],
  [{ a: [1] }, '{"a":[1]}'],
  ['s', 's'],
  [null, null],
])('a field with the value %j shows %j', (value, shown) => {
  expect(field({ value })).toEqual({ title: '', value: shown, short: false })
})

test.each([
  [true, true],
  ['true', true],
  ['FALSE', false],
  [null, false],
])('short %j means %j', (short, meant) => {
  expect(field({ title: 't', short })).toEqual({ title: 't', value: null, short: meant })
})

test.each([{ short: 'yes' }, { short: 1 }, { title: 5 }])('a field with %j is unreadable', raw => {
  expect(field(raw)).toBe('unreadable')
})

test.each([{ fields: {} }, { fields: ['x'] }, { title: 5 }, { id: '1' }, { id: 1.5 }, 'x', 5])(
  'attachment %j is unreadable',
  raw => {
    expect(attachments(raw)).toBe('unreadable')
  },
)

test.each([
  [1234567890, 1234567890],
  [1234567890.123, 1234567890.123],
  ['1234567890', '1234567890'],
  [true, null],
])('stores ts %j as %j', (ts, kept) => {
  expect(attachments({ text: 'a', ts })).toMatchObject([{ ts: kept }])
})

test('reports all actions without a URL as ignored', () => {
  const ignored = (...actions: object[]) => {
    const reading = parsePayload(JSON.stringify({ attachments: [{ actions }] }))
    return reading.outcome === 'read' ? reading.payload.ignored : reading.outcome
  }
  expect(ignored({ text: 'Log', url: 'https://e.com' })).toEqual([])
  expect(ignored({ text: 'Log', url: 'https://e.com' }, { text: 'Stop' })).toEqual(['attachments[0].actions'])
})

test('stores buttons without the secrets of their calls', () => {
  const actions = [{ name: 'Go', integration: { url: 'https://e.com', context: { secret: 's' } } }]
  expect(attachments({ actions })).toMatchObject([{ actions: [{ name: 'Go' }] }])
  expect(JSON.stringify(attachments({ actions }))).not.toContain('secret')
})
