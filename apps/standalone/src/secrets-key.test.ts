import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptSecretsKey } from './secrets-key.js'

test('creates one key, which only the owner can read, and does not start with a damaged one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secrets-key')
  const key = keptSecretsKey(folder)
  expect(key).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(keptSecretsKey(folder)).toEqual(key)
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))
  expect(() => keptSecretsKey(folder)).toThrow(/secrets-key is damaged/)
})
