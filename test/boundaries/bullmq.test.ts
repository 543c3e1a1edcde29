import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

const fence = 'packages/queue/src/bullmq/'

/** BullMQ's scripts, keys, fields and inner methods. */
const undocumented = [
  /\bscriptsSet\b/,
  /\bQueueKeys\b/,
  /\bextends (Worker|Queue|Job)\b/,
  /\b(blockUntil|getBlockTimeout|nextJobFromJobData)\b/,
  /[}:](wait|active|prioritized|delayed|completed|failed|marker|pc|meta|stalled)\b[`']/,
]

const reaching = workspaces
  .flatMap(sources)
  .filter(({ text }) => undocumented.some(pattern => pattern.test(text)))
  .map(({ file }) => file)

test('only packages/queue/src/bullmq relies on what BullMQ does not document', () => {
  expect(reaching.length).toBeGreaterThan(2)
  expect(reaching.filter(file => !file.startsWith(fence))).toEqual([])
})

test('pins the version of BullMQ whose keys the store script writes', () => {
  const manifest = JSON.parse(readFileSync('packages/queue/package.json', 'utf8'))
  expect(manifest.dependencies.bullmq).toMatch(/^\d+\.\d+\.\d+$/)
})
