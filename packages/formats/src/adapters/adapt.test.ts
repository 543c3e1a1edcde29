import { parsePayload } from '@posthorn/core'
import { expect, test } from 'vitest'
import { expectLinear } from '../../../core/src/testing.js'
import { adapt, formatFor, readAdapted, readNativeJson } from './adapt.js'
import { alertmanager } from './alertmanager/alertmanager.js'
import { isWanted } from './event-filter.js'
import { adapterNamed } from './index.js'

test.each([
  ['push', 'push', null, true],
  ['pull_request.opened', 'push,pull_request*', null, true],
  ['pull_request.opened', 'pull_request', null, true],
  ['pull_request.opened', 'push', null, false],
  ['pull_request.closed', '*', 'pull_request.cl?sed', false],
  ['push', null, 'issues, push', false],
  ['push', '', null, false],
  ['a'.repeat(100), `${'*a'.repeat(40)}b`, null, false],
])('event %s with only=%s and exclude=%s: %s', (event, only, exclude, wanted) => {
  expect(isWanted(event, { only, exclude })).toBe(wanted)
})

const group = { groupKey: 'g', receiver: 'r', status: 'firing', alerts: [{ status: 'firing' }] }

test('an adapted event is a payload, and the keys of the URL win', () => {
  const format = formatFor(alertmanager, {}, 'update_key=mine&wait=true')
  expect(format).toEqual({ name: 'alertmanager', headers: {}, query: 'update_key=mine' })
  const end = adapt(JSON.stringify(group), format)
  expect(end).toMatchObject({ outcome: 'adapted', event: 'firing' })
  const reading = end.outcome === 'adapted' ? parsePayload(end.json) : undefined
  expect(reading).toMatchObject({ outcome: 'read', payload: { keys: { update: 'mine' }, ignored: [] } })
})

test('keys of any length are shortened to the allowed length', () => {
  const long = adapt(
    JSON.stringify({ ...group, groupKey: 'k'.repeat(9000) }),
    formatFor(alertmanager, {}, ''),
  )
  expect(long.outcome === 'adapted' && parsePayload(long.json).outcome).toBe('read')
})

test('reads JSON and forms, and says why it cannot', () => {
  const read = (body: string, type?: string) => readNativeJson(Buffer.from(body), type, '')
  expect(read('{"a":1}')).toMatchObject({ outcome: 'read', value: { a: 1 } })
  expect(read('payload=%7B%22a%22%3A1%7D', 'application/x-www-form-urlencoded')).toMatchObject({
    outcome: 'read',
  })
  expect(read('[1]')).toMatchObject({ detail: 'The body must be a JSON object, not an array.' })
  expect(read('{')).toMatchObject({ detail: expect.stringContaining('not valid JSON') })
  expect(read('')).toMatchObject({ outcome: 'unreadable' })
})

test.each(['[1]', '"a text"', '42', 'null', '{}'])('an adapter for any JSON reads %s', json => {
  expect(readNativeJson(Buffer.from(json), undefined, '', adapterNamed('json'))).toMatchObject({ json })
})

test.each([
  ['{"text": "a & b"}', /payload ends at an &/],
  ['{"text": "50%off"}', /payload has a %/],
])('says that a payload was not encoded: %s', (payload, detail) => {
  const form = 'application/x-www-form-urlencoded'
  const reading = readNativeJson(Buffer.from(`payload=${payload}`), form, '')
  expect(reading).toMatchObject({ outcome: 'unreadable', detail: expect.stringMatching(detail) })
})

const multipart = 'multipart/form-data; boundary=b'
const field = (value: string) =>
  `--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n${value}\r\n--b--\r\n`

test.each([
  ['a', (text: string) => text],
  ['\r\n--b', (text: string) => text],
  ['{', field],
  ['"\n', field],
  ['\r\n', field],
])('law: twice the characters take about twice the time in multipart forms of %j', (unit, bodyOf) => {
  expectLinear(length =>
    readNativeJson(Buffer.from(bodyOf(unit.repeat(Math.ceil(length / unit.length)))), multipart, ''),
  )
})

function readAt(name: string, body: unknown, headers: Record<string, string> = {}, query = '') {
  const adapter = adapterNamed(name)
  if (!adapter) throw new Error(`no adapter ${name}`)
  return readAdapted(JSON.stringify(body), formatFor(adapter, headers, query), headers)
}

test.each([
  ['discord', {}, {}, /Discord always sends `content`.* which this call lacks\. Check that/],
  ['discord', group, {}, /Prometheus Alertmanager seems .* \/hooks\/<key>\/alertmanager instead/],
  ['discord', { ref: 'x' }, { 'x-github-event': 'push' }, /\/hooks\/<key>\/github instead/],
  ['discord', { '@type': 'MessageCard', text: 'x' }, {}, /\/hooks\/<key>\/teams instead/],
  ['teams', { content: 'x' }, {}, /\/hooks\/<key>\/discord instead/],
  ['googlechat', { '@type': 'MessageCard', text: 'x' }, {}, /\/hooks\/<key>\/teams instead/],
])('says what a foreign body at %s lacks, and who reads it: %j', (name, body, headers, detail) => {
  expect(readAt(name, body, headers)).toMatchObject({
    outcome: 'unreadable',
    detail: expect.stringMatching(detail),
  })
})

test("posts a payload at an adapter's URL as one, with the keys of the URL", () => {
  const payload = { text: '*b*', attachments: [{ text: 'more' }] }
  for (const name of ['discord', 'teams', 'googlechat'])
    expect(readAt(name, payload, {}, 'update_key=k')).toMatchObject({
      outcome: 'read',
      event: 'message',
      payload: { text: '*b*', attachments: [{ text: 'more' }], keys: { update: 'k' } },
    })
})

const below = () =>
  Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, { a: 'x', b: ['y'] }]))

test('law: twice the characters take about twice the time in the name of a file that is not shown', () => {
  expectLinear(length => {
    const attachments = [{ filename: `${' ('.repeat(length / 2)}\nx` }]
    return readAt('discord', { content: 'x', embeds: [{ author: { other: 'y' } }], attachments })
  })
})

test('a long key is not copied into what is left out below it', () => {
  const adapted = adapt(
    JSON.stringify({ text: 'x', ['k'.repeat(50_000)]: Array.from({ length: 100 }, below) }),
    formatFor({ name: 'json', headers: [] }, {}, ''),
  )
  expect(adapted).toMatchObject({ outcome: 'adapted' })
  if (adapted.outcome !== 'adapted') return
  expect(adapted.ignored.length).toBeGreaterThan(50)
  expect(adapted.ignored.join('').length).toBeLessThan(50_000)
})
