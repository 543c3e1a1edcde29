import { expect, test } from 'vitest'
import { deviceName } from './sessions.js'

test.each([
  [{ browser: 'Chrome/130.0.0.0', os: 'Linux' }, '', 'Chrome on Linux'],
  [{ browser: 'curl/8.5.0', os: 'unknown' }, '', 'curl'],
  [{ browser: 'unknown', os: 'unknown' }, 'apple:1', 'apple:1'],
  [{}, '', 'Unknown browser or program'],
])('names a session with %j %s', (props, device_id, name) => {
  expect(deviceName({ props, device_id })).toBe(name)
})
