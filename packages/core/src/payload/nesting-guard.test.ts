import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../testing.js'
import { checkNesting } from './nesting-guard.js'
import { parsePayload } from './parse.js'
import { readPayload } from './read.js'

const long = 100_000

const many = <Item>(count: number, item: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n))
const names = (count: number) => many(count, n => `"k${n}":0`).join()
/** The same names, in another order in each object. */
const orders = many(500, of => `{${many(20, n => `"a${(of * 97 + n * (of + 1)) % 997}":0`)}}`)

test.each([
  ['nested more than 1000 levels deep', `{"text":"x","props":${'['.repeat(long)}${']'.repeat(long)}}`],
  ['more than 60000 values', `{"text":"x","attachments":[${'{},'.repeat(long)}{}]}`],
  ['more than 60000 values', `{"text":"x","props":[${many(100, () => '['.repeat(900) + ']'.repeat(900))}]}`],
  ['more than 5000 different names', `{"text":"x",${names(50_000)}}`],
  ['more than 5000 different names', `{"text":"x","props":{${names(5000)}}}`],
  ['more than 5000 different names', `{"text":"x","attachments":[${many(6000, n => `{"k${n}":0}`)}]}`],
  ['more than 5000 different names', `{"text":"x","attachments":[${orders}]}`],
])('rejects a long payload before parsing it: %s', (what, json) => {
  expect(checkNesting(json)).toContain(what)
  expect(parsePayload(json)).toMatchObject({
    outcome: 'unreadable',
    detail: expect.stringContaining(what),
  })
})

test('ignores brackets, commas and quotes within strings', () => {
  const text = '[{,\\"\\\\'.repeat(long)
  const json = JSON.stringify({ text })
  expect(checkNesting(json)).toBeUndefined()
  expect(parsePayload(json)).toMatchObject({ outcome: 'read', payload: { text } })
})

test('accepts the maximum number of attachments and fields', () => {
  const fields = Array.from({ length: 100 }, () => ({ title: 'a', value: 'b', short: true }))
  const json = JSON.stringify({ attachments: Array.from({ length: 100 }, () => ({ fields })) })
  expect(json.length).toBeGreaterThan(long)
  expect(checkNesting(json)).toBeUndefined()
})

test('accepts 1 MiB of objects with the same names', () => {
  const alert = {
    labels: { alertname: 'Down', instance: 'h' },
    startsAt: '2026-11-27T10:00:00Z',
    fingerprint: 'fc6bd5bf6',
    status: 'firing',
  }
  const json = JSON.stringify({ text: 'x', alerts: many(7500, () => alert) })
  expect(json.length).toBeGreaterThan(900_000)
  expect(checkNesting(json)).toBeUndefined()
})

test('accepts an object with 4,900 names', () => {
  expect(checkNesting(`{"text":"x","props":{${names(4900)}}}`)).toBeUndefined()
})

test.each([
  ['what it rejects', `{"text":"x",${names(70_000)}}`],
  [
    'the most names',
    `{"text":"x","props":[${many(4900, n => `{"k${n}":${'[1],'.repeat(5)}0}`)}]}`.slice(0, 900_000),
  ],
  ['names that repeat', `[${many(14_000, () => '{"a":0,"b":0,"c":0}')}]`],
  ['colons', `{${':'.repeat(1_000_000)}`],
  ['names without objects', `${'"a":'.repeat(250_000)}`],
  ['quotes', JSON.stringify({ text: '"'.repeat(500_000) })],
  ['backslashes', `{"${'\\'.repeat(1_000_000)}`],
])('reads or rejects a payload within a small multiple of the time of an ordinary one: %s', (_, json) => {
  const took = many(5, () => cpuMs(() => void readPayload(Buffer.from(json), 'application/json')))
  expect(Math.min(...took)).toBeLessThan(5 * mebibyteMs())
})

test('stops at a string that does not end', () => {
  expect(checkNesting(`{"text":"${'\\'.repeat(long)}`)).toBeUndefined()
})
