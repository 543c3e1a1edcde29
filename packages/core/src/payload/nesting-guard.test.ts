import { expect, test } from 'vitest'
import { checkNesting } from './nesting-guard.js'
import { parsePayload } from './parse.js'

const long = 100_000

test.each([
  ['nested more than 1000 levels deep', `{"text":"x","props":${'['.repeat(long)}${']'.repeat(long)}}`],
  ['more than 50000 values', `{"text":"x","attachments":[${'{},'.repeat(long)}{}]}`],
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

test('stops at a string that does not end', () => {
  expect(checkNesting(`{"text":"${'\\'.repeat(long)}`)).toBeUndefined()
})
