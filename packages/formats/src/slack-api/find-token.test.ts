import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../../../core/src/testing.js'
import { findSlackToken } from './find-token.js'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'
const parts = 'multipart/form-data; boundary=b'

test.each<[token: string, contentType: string | undefined, body: string]>([
  ['abc1', form, 'token=abc1&text=a'],
  ['abc1', form, 'channel=c&text=token%3Dno&token=abc1'],
  ['', form, 'text=a&mytoken=no'],
  ['', form, 'token='],
  ['', form, ''],
  ['abc1', json, '{"token":"abc1"}'],
  ['abc1', undefined, ' { "text" : "\\"token\\":\\"no\\"" , "token"\n:\t"abc1" }'],
  ['abc1', json, '{"blocks":[{"token":"no"}],"attachments":{"token":"no"},"token":"abc1"}'],
  ['', json, '{"text":"token","a":"b"}'],
  ['', json, '{"token":5}'],
  ['', json, '["token"]'],
  ['', json, '{"token":'],
  ['', json, 'no JSON'],
  ['abc1', parts, '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nabc1\r\n--b--'],
  ['', parts, '--b--'],
])('finds the token %j in a body of %s: %s', (token, contentType, body) => {
  expect(findSlackToken(Buffer.from(body), contentType)).toBe(token)
})

test('tells a long wrong token from none', () => {
  expect(findSlackToken(Buffer.from(`token=${'x'.repeat(1000)}`), form)).toHaveLength(100)
})

const ordinaryMs = mebibyteMs()
const size = 1024 * 1024
const fill = (unit: string) => unit.repeat(size / unit.length)
const hostile: [contentType: string, unit: string][] = [
  ...['a&', '&', 'token=', '&token', '=', '%61&'].map((unit): [string, string] => [form, unit]),
  ...['[', '{"a":', '"', '\\', '\\"', ',', '{"token":1,', '"token":'].map((unit): [string, string] => [
    json,
    unit,
  ]),
  ...['--b\r\n', '\r\n--b', '\r\n\r\n', ';name="'].map((unit): [string, string] => [parts, unit]),
]

test.each(hostile)(
  'scans a mebibyte of %s, %j, in a fifth of the time of rendering one',
  (contentType, unit) => {
    const body = Buffer.from(`${contentType === json ? '{"a":"",' : ''}${fill(unit)}token`)
    expect(shortestMs(body, contentType)).toBeLessThan(ordinaryMs / 5)
  },
)

test.each([json, form, parts])('spends no time on a mebibyte of %s that has no token', contentType => {
  expect(shortestMs(Buffer.from(`{"a":${fill('[')}`), contentType)).toBeLessThan(ordinaryMs / 50)
})

function shortestMs(body: Uint8Array, contentType: string): number {
  const times = Array.from({ length: 10 }, () => cpuMs(() => void findSlackToken(body, contentType)))
  return Math.min(...times)
}
