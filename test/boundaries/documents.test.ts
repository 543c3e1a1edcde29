import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const promises = readme.slice(readme.indexOf('## What it promises'), readme.indexOf('## How it works'))
const security = readFileSync(`${root}SECURITY.md`, 'utf8')

/** Files of tests, and the names of tests that are said to be in them. */
const namedIn = (text: string) =>
  [...text.matchAll(/`([\w/.-]+\.test\.ts)`((?::|;|,)?\s+_[^_]+_)*/g)].map(([all, file = '']) => ({
    file,
    names: [...all.matchAll(/_([^_]+)_/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')),
  }))

function missing(named: ReturnType<typeof namedIn>): string[] {
  return named.flatMap(({ file, names }) => {
    if (!existsSync(root + file)) return [file]
    const text = readFileSync(root + file, 'utf8').replaceAll('\\', '')
    return names.filter(name => !text.includes(name)).map(name => `${file}: ${name}`)
  })
}

test('every test that the README names for a promise is there under that name', () => {
  expect(namedIn(promises).length).toBeGreaterThan(20)
  expect(missing(namedIn(promises))).toEqual([])
})

test('every test that SECURITY.md names for a limit is there under that name', () => {
  expect(namedIn(security).flatMap(({ names }) => names).length).toBeGreaterThan(30)
  expect(missing(namedIn(security))).toEqual([])
})

test('every variable and setting that SECURITY.md names is one', () => {
  const code = ['packages/core/src/settings.ts', 'README.md', 'docker-compose.yml'].map(file =>
    readFileSync(root + file, 'utf8'),
  )
  const named = [...security.matchAll(/`([A-Z]+_[A-Z_]+|(?:Max|Enable)[A-Za-z]+)`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !code.some(text => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([])
})

test('every test that docs/behaviour.md names is there', () => {
  const named = namedIn(readFileSync(`${root}docs/behaviour.md`, 'utf8'))
  expect(named.length).toBeGreaterThan(20)
  expect(missing(named)).toEqual([])
})

test('comments cite what is in the repository: no section of elsewhere, and of docs/behaviour.md only those it has', () => {
  const headings = [...readFileSync(`${root}docs/behaviour.md`, 'utf8').matchAll(/^## (.*)$/gm)].map(
    ([, heading = '']) => heading.toLowerCase(),
  )
  const texts = workspaces.flatMap(sources)
  const elsewhere = texts.filter(({ text }) => /\b(?:spec|design|requirements|style) \d/.test(text))
  expect(elsewhere.map(({ file }) => file)).toEqual([])
  const cited = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/docs\/behaviour\.md, ([a-z ]+)/g)].map(([, heading = '']) => ({ file, heading })),
  )
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ heading }) => !headings.includes(heading.trim()))).toEqual([])
})
