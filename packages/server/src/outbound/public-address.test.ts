import { expect, test } from 'vitest'
import { isOutboundUrl, isPublicAddress } from './post-out.js'

const inside = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.9',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::5.6.7.8',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '::ffff:0:1.1.1.1',
  '64:ff9b::a00:1',
  '64:ff9b::1.1.1.1',
  '64:ff9b:1::1',
  '100::1',
  '1000::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  '2002:101:101::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'c000::1',
  'fc00::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
]
const outside = ['1.1.1.1', '142.250.1.95', '2606:4700:4700::1111', '3ffe::1']

test('knows which addresses are public', () => {
  expect(inside.filter(isPublicAddress)).toEqual([])
  expect(outside.filter(isPublicAddress)).toEqual(outside)
})

test('calls only https URLs of public hosts on their usual port', () => {
  const wrong = [
    'http://a.example',
    'https://a.example:444',
    'https://u:p@a.example',
    'https://[::1]',
    'https://2130706433',
    'https://0x7f000001./',
    'https://localhost',
    'https://LocalHost.',
    'https://localhost..',
    'https://a.localhost',
    'https://a.b.localhost.',
    'x',
  ]
  expect(wrong.filter(url => isOutboundUrl(url))).toEqual([])
  const right = [
    'https://a.example',
    'https://localhost.example',
    'https://notlocalhost',
    'https://a.example:443/x?y',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
  ]
  expect(right.filter(url => isOutboundUrl(url))).toEqual(right)
})
