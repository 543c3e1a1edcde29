import { expect, test } from 'vitest'
import { exceptions, type Lock, lock, unlicensed, unverifiable } from './lock.js'

const nameIn = (trouble: string) => trouble.split(':')[0] ?? ''

test('checks every installed package against a digest', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500)
  expect(unverifiable(lock)).toEqual([])
})

test('allows only packages with a listed licence, or an exception with its reason', () => {
  expect(unlicensed(lock).map(nameIn).toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test('finds packages without a digest and with other licences, but ignores workspaces', () => {
  const integrity = 'sha512-x'
  const wrong: Lock = {
    packages: {
      '': {},
      'apps/api': { version: '0.1.0' },
      'node_modules/@posthorn/api': { link: true },
      'node_modules/fine': { integrity, license: '(MIT AND Zlib)' },
      'node_modules/choice': { integrity, license: '(MIT OR GPL-3.0-only)' },
      'node_modules/@of/undigested': { version: '1.2.3', license: 'MIT' },
      'node_modules/fine/node_modules/weak': { version: '1.0.0', integrity: 'sha1-x', license: 'ISC' },
      'node_modules/viral': { integrity, license: 'GPL-3.0-only' },
      'node_modules/both': { integrity, license: 'MIT AND GPL-3.0-only' },
      'node_modules/silent': { integrity },
    },
  }
  expect(unverifiable(wrong)).toEqual(['@of/undigested 1.2.3', 'weak 1.0.0'])
  expect(unlicensed(wrong)).toEqual(['viral: GPL-3.0-only', 'both: MIT AND GPL-3.0-only', 'silent: none'])
})
