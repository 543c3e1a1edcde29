import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const promises = readme.slice(readme.indexOf('## What it promises'), readme.indexOf('## How it works'))

/** A file of tests, and the names of tests that are said to be in it. */
const named = [...promises.matchAll(/`([\w/.-]+\.test\.ts)`((?::|;)?\s+_[^_]+_)*/g)].map(
  ([all, file = '']) => ({
    file,
    names: [...all.matchAll(/_([^_]+)_/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')),
  }),
)

test('every test that the README names for a promise is there under that name', () => {
  expect(named.length).toBeGreaterThan(20)
  const missing = named.flatMap(({ file, names }) => {
    if (!existsSync(root + file)) return [file]
    const text = readFileSync(root + file, 'utf8').replaceAll('\\', '')
    return names.filter(name => !text.includes(name)).map(name => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})
