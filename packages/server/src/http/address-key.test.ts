import { expect, test } from 'vitest'
import { addressKey } from './address-key.js'

test('counts all addresses of one customer as one, and other addresses separately', () => {
  const keys: [address: string, key: string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.8', '192.0.2.8'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['not an address', 'not an address'],
    ['', ''],
  ]
  expect(keys.map(([address]) => [address, addressKey(address)])).toEqual(keys)
})
