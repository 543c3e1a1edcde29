import { expect, test } from 'vitest'
import { englishLike, hourIn } from './locale.js'

test.each([
  ['en-US', '2:51 PM, Nov 25, 12,345.6'],
  ['de-DE', '14:51, 25 Nov, 12.345,6'],
  ['ja-JP', '14:51, Nov 25, 12,345.6'],
  ['ar-EG', '2:51 pm, 25 Nov, 12,345.6'],
  ['pt-BR', '14:51, 25 Nov, 12,345.6'],
])('writes English words with the conventions of %s', (language, written) => {
  const locale = englishLike(new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions())
  const at = new Date(2026, 10, 25, 14, 51)
  const time = at.toLocaleTimeString(locale, { hour: hourIn(locale), minute: '2-digit' })
  const day = at.toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  expect(`${time}, ${day}, ${(12345.6).toLocaleString(locale)}`).toBe(written)
})

test.each([
  ['en-US', '9:05 AM'],
  ['en-GB', '09:05'],
])('writes early hours as people do in %s', (locale, written) => {
  const at = new Date(2026, 10, 25, 9, 5)
  expect(at.toLocaleTimeString(locale, { hour: hourIn(locale), minute: '2-digit' })).toBe(written)
})
