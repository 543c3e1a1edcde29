import { expect, test } from 'vitest'
import { utcMilliseconds } from './utc-time.js'

const at = Date.UTC(2026, 10, 21, 14, 2, 3)
const day = Date.UTC(2026, 10, 21)

test.each([
  ['2026-11-21T14:02:03Z', at],
  ['2026-11-21T14:02:03', at],
  ['2026-11-21 14:02:03', at],
  ['2026-11-21 14:02:03 UTC', at],
  ['2026-11-21T14:02:03.123456789', at + 123],
  ['2026-11-21T19:32:03+05:30', at],
  ['2026-11-21T09:02:03-0500', at],
  ['2026-11-21 15:02:03 +0100', at],
  ['Sat, 21 Nov 2026 14:02:03 GMT', at],
  ['Sat, 21 Nov 2026 14:02:03', at],
  ['Nov 21, 2026 2:02:03 PM', at],
  ['Nov 21, 2026 9:02:03 AM EST', at],
  ['2026-11-21', day],
  ['21 Nov 2026', day],
  ['11/21/2026', day],
  ['soon', Number.NaN],
  ['', Number.NaN],
])('reads %j in UTC, wherever the server is', (text, ms) => {
  const before = process.env.TZ
  try {
    process.env.TZ = 'America/New_York'
    expect(utcMilliseconds(text)).toBe(ms)
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})
