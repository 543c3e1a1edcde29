import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ignoredIn } from './ignored.js'
import { propsLimit } from './limits.js'
import { parsePayload } from './payload/parse.js'
import { composePosts } from './posts/compose.js'
import type { Appearance } from './posts/props.js'
import { jsonLength } from './text/code-points.js'

const off: Appearance = { hookDisplayName: 'CI', overrideUsername: false, overrideIcon: false }

function ignored(payload: object, look?: Appearance): string[] {
  const reading = parsePayload(JSON.stringify({ text: 'hi', ...payload }))
  return reading.outcome === 'read' ? ignoredIn(reading.payload, look) : [reading.outcome]
}

test('names the keys that only other services support', () => {
  const payload = { icon_emoji: ':x:', mrkdwn: true, parse: 'full', link_names: 1 }
  expect(ignored(payload)).toEqual(['icon_emoji', 'mrkdwn', 'parse', 'link_names'])
})

test('names unknown keys of attachments and fields with their place', () => {
  const attachments = [{ text: 'a', mrkdwn_in: ['text'] }, {}, { fields: [{ value: 'v', wide: true }] }]
  expect(ignored({ attachments })).toEqual([
    'attachments[0].mrkdwn_in',
    'attachments[1] (empty)',
    'attachments[2].fields[0].wide',
  ])
})

test('names buttons, which are shown but do nothing', () => {
  expect(ignored({ attachments: [{ text: 'a', actions: [{ name: 'Go' }] }] })).toEqual([
    'attachments[0].actions',
  ])
})

test('names props that would forge the poster', () => {
  const props = { from_webhook: 'false', override_username: 'root', attachments: [], mine: 1 }
  expect(ignored({ props })).toEqual(['props.from_webhook', 'props.override_username', 'props.attachments'])
})

test('names a username and an icon that the settings forbid', () => {
  const payload = { username: 'robot', icon_url: 'https://e.com/i.png' }
  expect(ignored(payload, off)).toEqual(['username (overriding is off)', 'icon_url (overriding is off)'])
  expect(ignored(payload, { ...off, overrideUsername: true, overrideIcon: true })).toEqual([])
})

test('names a text that was cut to fit its post, with its remaining length', () => {
  expect(ignored({ attachments: [{ text: 'a'.repeat(9000) }] }, off)).toEqual([
    expect.stringMatching(/^attachments\[0\]\.text after 7\d{3} characters$/),
  ])
})

test('cuts the longest texts of an attachment, and keeps the short ones whole', () => {
  const long = 'a "b"\n'.repeat(4000)
  const fields = [
    { title: 'Host', value: 'db-1' },
    { title: 'Trace', value: long },
  ]
  const attachment = { title: long, pretext: long, text: 'short', footer: 'CI', fields }
  expect(ignored({ attachments: [attachment] }, off)).toEqual([
    expect.stringMatching(/^attachments\[0\]\.pretext after 1\d{3} characters$/),
    expect.stringMatching(/^attachments\[0\]\.title after 1\d{3} characters$/),
    expect.stringMatching(/^attachments\[0\]\.fields\[1\]\.value after 1\d{3} characters$/),
  ])
})

test('leaves out buttons and addresses that leave no room for the texts', () => {
  const image_url = `https://e.com/${'i'.repeat(8000)}`
  const actions = [{ text: 'Go', url: `https://e.com/${'u'.repeat(4000)}` }]
  const attachment = { text: 'a'.repeat(3000), image_url, actions }
  expect(ignored({ attachments: [attachment] }, off)).toEqual([
    'attachments[0].actions (too long)',
    'attachments[0].image_url (too long)',
  ])
})

test('law: any attachment fits into a post', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .chain(unit => fc.nat(3000).map(times => unit.repeat(times)))
  const field = fc.record({ title: text, value: text })
  const all = fc.record({
    text,
    pretext: text,
    title: text,
    footer: text,
    image_url: text,
    fields: fc.array(field),
  })
  fc.assert(
    fc.property(all, attachment => {
      const reading = parsePayload(JSON.stringify({ text: 'hi', attachments: [attachment] }))
      if (reading.outcome !== 'read') throw new Error(reading.detail)
      for (const { props } of composePosts(reading.payload, off))
        expect(jsonLength(props)).toBeLessThanOrEqual(propsLimit + 400)
    }),
    { numRuns: 40 },
  )
})

test('shortens four thousand unknown keys to fifty short names', () => {
  const payload = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`${index}`.repeat(40), 1]))
  const names = ignored(payload)
  expect(names.length).toBe(51)
  expect(names.every(name => name.length <= 80)).toBe(true)
})
