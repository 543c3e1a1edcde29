import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../../core/src/testing.js'
import { nearestName } from './nearest-name.js'

const channels = ['town-square', 'off-topic', 'builds', 'build-status', 'ops']

test.each([
  ['Town Square', 'town-square'],
  ['TOWN_SQUARE', 'town-square'],
  ['town-sqaure', 'town-square'],
  ['build', 'builds'],
  ['biulds', 'builds'],
  ['opps', 'ops'],
  ['offtopic', 'off-topic'],
])('for %s, suggests %s', (wanted, nearest) => {
  expect(nearestName(wanted, channels)).toBe(nearest)
})

test.each(['marketing', 'x', '', 'b'.repeat(10_000)])('for %s, suggests nothing', wanted => {
  expect(nearestName(wanted, channels)).toBeUndefined()
})

test('suggests the nearest of several names, and the first of equals', () => {
  expect(nearestName('alerts', ['alerts-1', 'alert', 'alerts'])).toBe('alerts')
  expect(nearestName('alertx', ['alerta', 'alertb'])).toBe('alerta')
})

test('searches a hundred thousand channels in ten times the time of rendering a mebibyte', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `deployments-of-service-${index}`)
  const searched = cpuMs(() => void nearestName('deployments-of-servise-99999', many))
  expect(searched).toBeLessThan(10 * mebibyteMs())
})
