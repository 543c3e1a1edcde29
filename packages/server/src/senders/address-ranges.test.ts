import { expect, test } from 'vitest'
import { addressesIn, isAddressRange } from './address-ranges.js'

test.each([
  ['192.0.2.7', ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'], ['192.0.2.8', '::ffff:192.0.2.8']],
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3'], ['11.0.0.0', '9.255.255.255']],
  ['10.1.2.3/8', ['10.9.9.9'], ['11.0.0.1']],
  ['0.0.0.0/0', ['1.2.3.4', '255.255.255.255'], ['2001:db8::1']],
  ['::ffff:192.0.2.7', ['192.0.2.7'], ['192.0.2.8', '::1']],
  ['::ffff:10.0.0.0/104', ['10.200.0.1'], ['11.0.0.1']],
  ['2001:db8::/32', ['2001:db8::1', '2001:0DB8:ffff::'], ['2001:db9::1', '10.0.0.1']],
  ['2001:db8::1', ['2001:db8:0:0::1', '2001:db8::1%eth0'], ['2001:db8::2']],
  ['::1', ['::1'], ['127.0.0.1']],
])('%s contains %j and not %j', (range, inside, outside) => {
  expect(isAddressRange(range)).toBe(true)
  const isIn = addressesIn([range])
  for (const address of inside) expect(isIn(address), address).toBe(true)
  for (const address of [...outside, '', 'unknown', '10.1', '0x0a000001'])
    expect(isIn(address), address).toBe(false)
})

test.each([
  '',
  ' 10.0.0.1',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/08x',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '2001:db8::/129',
  'fe80::1%eth0',
  '10.1',
  '010.0.0.1',
  '0x0a.0.0.1',
  '[::1]',
  '10.0.0.1:80',
  'example.org',
])('%j is no range and contains nothing', text => {
  expect(isAddressRange(text)).toBe(false)
  expect(addressesIn([text])('10.0.0.1')).toBe(false)
})
