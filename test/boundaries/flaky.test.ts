import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { flaky } from '../flaky.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')

test('gives each flaky test a reason and the name of an existing test', () => {
  const gone = flaky.filter(({ file, test }) => !read(file).includes(`'${test}'`))
  expect(gone).toEqual([])
  for (const { reason } of flaky) expect(reason).toMatch(/\w{3}.*\.$/)
})

test('runs no other test a second time', () => {
  const files = ['apps', 'packages', 'test'].flatMap(folder =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /(?:\.test\.ts|vitest\.config\.ts)$/.test(name) && !/node_modules|dist\//.test(name))
      .map(name => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter(file => /\bretry: *[\d{]/.test(read(file)))).toEqual([])
})
