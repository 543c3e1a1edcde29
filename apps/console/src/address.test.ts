import { expect, test } from 'vitest'
import { addressOf, readAddress } from './address.js'

test('what is shown survives the URL', () => {
  const address = { team: 'first-team', channel: 'a b/ä' }
  expect(readAddress(addressOf(address))).toEqual(address)
})

test.each([
  ['/', '', ''],
  ['/first-team', 'first-team', ''],
  ['/first-team/channels/builds', 'first-team', 'builds'],
  ['/first-team/channels/builds/', 'first-team', 'builds'],
  ['/first-team/settings/builds', 'first-team', ''],
  ['/50%/channels/%', '50%', '%'],
])('%s is team "%s", channel "%s"', (pathname, team, channel) => {
  expect(readAddress(pathname)).toEqual({ team, channel })
})
