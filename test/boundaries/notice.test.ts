import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notice, noticeFile } from '../notice/notice.js'
import { shippedPackages } from '../notice/shipped.js'
import type { Lock } from './lock.js'

const written = readFileSync(noticeFile, 'utf8')

test('NOTICE has the licences of all packages that production ships; npm run notice writes it again', () => {
  expect(written).toBe(notice())
  for (const name of ['fastify', 'sharp', 'react', 'bullmq', '@prisma/client', 'commander'])
    expect(written).toMatch(new RegExp(`^${name} \\d[^ ]*  \\S`, 'm'))
  expect(written).not.toMatch(/^(?:vitest|typescript|fast-check) \d/m)
})

test('NOTICE names neither a registry nor a folder of the machine that wrote it', () => {
  expect(written).not.toMatch(/registry\.|\/node_modules\/|\/home\/|\/root\/|file:\/\//i)
})

test('finds what production ships as Node does, on every platform, without tools', () => {
  const packages: Lock['packages'] = {
    'apps/api': { dependencies: { a: '1', '@posthorn/core': '1' } },
    'apps/console': { devDependencies: { page: '1', vite: '1', '@types/page': '1' } },
    'packages/core': { dependencies: { b: '1' }, devDependencies: { tool: '1' } },
    'node_modules/@posthorn/core': { link: true, resolved: 'packages/core' },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '2' }, optionalDependencies: { native: '1' } },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/b': {
      version: '1.0.0',
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/native': { version: '1.0.0', optional: true },
    'node_modules/page': { version: '1.0.0' },
    'node_modules/peer': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0' },
    'node_modules/vite': { version: '1.0.0' },
  }
  const found = shippedPackages({ packages }).map(({ name, entry }) => `${name} ${entry.version}`)
  expect(found).toEqual(['a 1.0.0', 'b 2.0.0', 'b 1.0.0', 'native 1.0.0', 'page 1.0.0', 'peer 1.0.0'])
})
