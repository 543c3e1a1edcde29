import { expect, test } from 'vitest'
import { documentedKeys, documentedLimits, kindOf } from '../support/redis-keys.js'
import { sources } from './imports.js'

const kinds = documentedKeys()
const files = ['packages/queue', 'apps/api', 'apps/ingress'].flatMap(sources)
const found = (pattern: RegExp) =>
  files.flatMap(({ text }) => Array.from(text.matchAll(pattern), ([, name = '']) => name))

test('docs/operations.md lists every key that the code writes to Redis', () => {
  const names = found(/\$\{prefix\}:([^`]+)`/g)
    .map(name => name.replace(/\$\{[^}]*\}/g, 'x'))
    .filter(name => name !== 'x' && !name.startsWith('bus:')) // the queues below, and channels
  const queues = found(/\bexport const (?:queueName|floodName|maintenanceName) = '(\w+)'/g)
  expect(names.length).toBeGreaterThan(10)
  expect(queues).toHaveLength(3)
  const isListed = (name: string) => [name, `${name}:x`, `${name}:x:x`].some(key => kindOf(kinds, key))
  expect([...names, ...queues].filter(name => !isListed(name))).toEqual([])
})

test('docs/operations.md lists every limit', () => {
  const calls = /\bopen(?:(?:Changing)?Limiter\(\s*redis|(?:Windows|Use)\(\s*redis,\s*prefix),\s*'([\w-]+)'/g
  const counted = new Set([...found(calls), ...found(/\blimit\('([\w-]+)', /g), 'hook'])
  expect(documentedLimits(kinds)).toEqual([...counted].toSorted())
})

test('one file counts in windows', () => {
  const counting = files.filter(({ text }) => /INCRBY|new RateLimiter/.test(text)).map(({ file }) => file)
  expect(counting).toEqual(['packages/queue/src/limits/window.ts'])
})
