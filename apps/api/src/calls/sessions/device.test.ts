import { expect, test } from 'vitest'
import { deviceOf } from './login.js'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0'

test.each([
  [chrome, 'Chrome/130.0.0.0', 'Linux', 'desktop'],
  [safari, 'Safari/17.4', 'iOS', 'mobile'],
  [firefox, 'Firefox/125.0', 'Windows', 'desktop'],
  ['curl/8.5.0', 'curl/8.5.0', 'unknown', 'unknown'],
  ['python-requests/2.31 (a script)', 'python-requests/2.31', 'unknown', 'unknown'],
  ['(nothing)', 'unknown', 'unknown', 'unknown'],
  ['x'.repeat(100_000), 'x'.repeat(64), 'unknown', 'unknown'],
])('recognizes %.40s', (userAgent, browser, os, platform) => {
  expect(deviceOf(userAgent)).toEqual({ browser, os, platform })
})

test.each([undefined, '', '  '])('a missing User-Agent gives an empty device', userAgent =>
  expect(deviceOf(userAgent)).toEqual({}),
)
