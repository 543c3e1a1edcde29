import { expect, test } from 'vitest'
import { native } from '../native.js'
import { alertLine, incidentBy, linksTo, listOnLine, threadBy, updateBy, utcTime } from './alert.js'

test('writes what happened, who did it, and to what', () => {
  expect(alertLine({ sign: '🔥', state: 'Triggered', item: 'Disk full' })).toBe('🔥 **Triggered:** Disk full')
  expect(alertLine({ state: 'Resolved', by: 'Ana', item: 'Disk full', notes: ['P1', false, 'low'] })).toBe(
    '**Resolved** by Ana: Disk full (P1, low)',
  )
})

test('links only to web addresses', () => {
  const links = { panel: native('https://example.org/p'), rule: native(''), silence: native('javascript:x') }
  expect(linksTo(links)).toBe('[panel](https://example.org/p)')
})

test('counts the values of a list that it does not show', () => {
  expect(listOnLine(['a', '', 'b', 'c'], 2)).toBe('a, b and 1 more')
})

test('names no key without an id, and bounds keys', () => {
  expect(incidentBy('incident', '', true)).toEqual({})
  expect(incidentBy('incident', '7', true)).toEqual({
    threadKey: 'incident:7',
    updateKey: 'incident:7',
    close: true,
  })
  expect(updateBy('monitor', 'x'.repeat(5000), false).updateKey).toHaveLength('monitor:'.length + 1000)
  expect(threadBy('issue', '7')).toEqual({ threadKey: 'issue:7' })
})

test.each([
  ['2026-11-20T10:05:42.5+01:00', '2026-11-20 09:05 UTC'],
  [1795168800000, '2026-11-20 10:00 UTC'],
  ['soon', ''],
  ['', ''],
  [-1e308, ''],
  [undefined, ''],
])('writes the date %s as "%s"', (value, shown) => {
  expect(utcTime(value)).toBe(shown)
})
