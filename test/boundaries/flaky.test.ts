import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { count, failures, filesToRunAgain, replaced } from '../again.js'
import { flaky } from '../flaky.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')

test('gives each flaky test a reason and the name of an existing test', () => {
  const gone = flaky.filter(({ file, test }) => !read(file).includes(`'${test}'`))
  expect(gone).toEqual([])
  for (const { reason } of flaky) expect(reason).toMatch(/\w{3}.*\.$/)
})

test('gives no other test a second try in its place', () => {
  const files = ['apps', 'packages', 'test'].flatMap(folder =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /(?:\.test\.ts|vitest\.config\.ts)$/.test(name) && !/node_modules|dist\//.test(name))
      .map(name => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter(file => /\bretry: *[\d{]/.test(read(file)))).toEqual([])
})

const ran = (name: string, ...statuses: string[]) => ({
  name: root + name,
  status: statuses.every(status => status === 'passed') && statuses.length > 0 ? 'passed' : 'failed',
  assertionResults: statuses.map((status, index) => ({ fullName: `test ${index}`, status })),
})

test('runs failed files of pages and clients again, but never those of the guarantees', () => {
  const page = ran('test/console/posts.test.ts', 'passed', 'failed')
  const guarantee = ran('test/pipeline/once.test.ts', 'failed')
  expect(filesToRunAgain([page, ran('test/api/hooks.test.ts', 'passed')])).toEqual([
    'test/console/posts.test.ts',
  ])
  expect(filesToRunAgain([page, guarantee])).toEqual([])
  expect(filesToRunAgain(Array.from({ length: 5 }, () => page))).toEqual([])
})

test('counts the second run of a file in place of its first, and a file that did not load as one failure', () => {
  const first = [ran('test/api/a.test.ts', 'passed', 'failed', 'pending'), ran('test/api/b.test.ts')]
  expect(count(first)).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failures(first)).toEqual(['test/api/a.test.ts: test 1', 'test/api/b.test.ts: (did not load)'])
  const both = replaced(first, [ran('test/api/a.test.ts', 'passed', 'passed')])
  expect(count(both)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})
