import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { versionId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { lock } from './lock.js'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const { version } = JSON.parse(read('package.json'))

test('gives all workspaces and responses the version of package.json', () => {
  const own = Object.entries(lock.packages).filter(([folder]) => !folder.includes('node_modules'))
  expect(own.length).toBeGreaterThan(10)
  for (const [folder, entry] of own) {
    expect([folder, entry.version]).toEqual([folder, version])
    expect(JSON.parse(read(`${folder || '.'}/package.json`)).version).toBe(version)
  }
  expect(versionId).toBe(version)
})

test('begins CHANGELOG.md with the version of package.json', () => {
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

test('deploys the version of package.json', () => {
  const image = /newTag: (\S+)/.exec(read('deploy/kubernetes/base/kustomization.yaml'))?.[1]
  const folders = read('docs/deploy.md').match(/(?<=\/opt\/posthorn-)\d[\d.]*\d/g) ?? []
  expect([...new Set([image, ...folders])]).toEqual([version])
})
