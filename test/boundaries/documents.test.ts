import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')
const linesOf = (file: string) => read(file).trimEnd().split('\n').length

/** Returns the test files that a text names, each with the test names that follow it in `_…_`. */
const namedIn = (text: string) =>
  [...text.matchAll(/`([\w/.-]+\.test\.ts)`((?::|;|,)?\s+_[^_]+_)*/g)].map(([all, file = '']) => ({
    file,
    names: [...all.matchAll(/_([^_]+)_/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')),
  }))

function missing(named: ReturnType<typeof namedIn>): string[] {
  return named.flatMap(({ file, names }) => {
    if (!existsSync(root + file)) return [file]
    const text = read(file).replaceAll('\\', '')
    return names.filter(name => !text.includes(name)).map(name => `${file}: ${name}`)
  })
}

test.each([
  ['README.md', 150],
  ['ARCHITECTURE.md', 130],
])('%s has at most %i lines', (file, most) => {
  expect(linesOf(file)).toBeLessThanOrEqual(most)
})

test('names at least one test for every guarantee', () => {
  const guarantees = read('docs/guarantees.md').split('\n## ').slice(1)
  expect(guarantees.length).toBeGreaterThan(15)
  const unproven = guarantees.filter(text => namedIn(text).length === 0)
  expect(unproven.map(text => text.split('\n')[0])).toEqual([])
})

test('names at least one test for every threat in SECURITY.md', () => {
  const [, threats = ''] = /## Threats, limits and tests\n([\s\S]*?)\n## /.exec(read('SECURITY.md')) ?? []
  const rows = threats.split('\n').filter(line => /^\| (?!threat |---)/.test(line))
  expect(rows.length).toBeGreaterThan(45)
  expect(rows.filter(row => namedIn(row).length === 0)).toEqual([])
})

test.each([
  'docs/guarantees.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
  'docs/behaviour.md',
  'docs/deploy.md',
  'docs/operations.md',
])('every test that %s names exists under that name', file => {
  const named = namedIn(read(file))
  expect(named.length).toBeGreaterThan(0)
  expect(missing(named)).toEqual([])
})

test('lists at most nine files for a new API call, all of which exist', () => {
  const [, list = ''] = /### Add an API call: nine files\n([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md')) ?? []
  const files = [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
  expect(files).toHaveLength(9)
  expect(files.filter(file => !existsSync(root + file))).toEqual([])
})

test('every copied command stops if one of its variables is empty', () => {
  const documents = ['.', 'docs', 'apps/console'].flatMap(folder =>
    readdirSync(root + folder)
      .filter(name => name.endsWith('.md'))
      .map(name => `${folder}/${name}`),
  )
  const commands = documents.flatMap(file =>
    [
      ...read(file).matchAll(/```sh\n[\s\S]*?```|`(?:curl|call|posthorn|npx|npm|node|psql|aws)\b[^`\n]*`/g),
    ].map(([command]) => `${file}: ${command}`),
  )
  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter(command => /\$(?!\{\w+:\?\})[A-Za-z_{]/.test(command))).toEqual([])
})

test('no text runs posthorn by a name in the npm registry, which is nobody’s yet', () => {
  const documents = ['.', 'docs', 'apps/console', 'deploy/systemd', 'deploy/nginx'].flatMap(folder =>
    readdirSync(root + folder)
      .filter(name => /\.(?:md|yml|yaml|conf|service)$|^Dockerfile$|^package\.json$/.test(name))
      .map(name => ({ file: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
  )
  const byName =
    /\b(?:npx|npm +(?:exec|x|i|install|create|init)|(?:pnpm|yarn) +dlx|bunx)(?: +-[\w-]+(?:=\S+)?)* +(?:--\s+)?(?:@posthorn\/)?posthorn\b/
  expect('npx --yes posthorn').toMatch(byName)
  const naming = [...documents, ...workspaces.flatMap(sources)].filter(({ text }) => byName.test(text))
  expect(naming.map(({ file }) => file)).toEqual([])
})

test('names only existing variables and settings in SECURITY.md', () => {
  const code = [
    'packages/db/src/settings/setting-rules.ts',
    'docs/configuration.md',
    'docker-compose.yml',
  ].map(read)
  const named = [...read('SECURITY.md').matchAll(/`([A-Z]+_[A-Z_]+|(?:Max|Enable)[A-Za-z]+)`/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !code.some(text => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([])
})

test('explains every setting in docs/configuration.md', () => {
  const [, table = ''] = read('docs/configuration.md').split('## Settings')
  const names = [
    ...read('packages/db/src/settings/setting-rules.ts').matchAll(
      /^ {2}(\w+): (?:yesOrNo|wholeNumber|rate)\(/gm,
    ),
  ]
  expect(names.length).toBeGreaterThan(20)
  expect(names.map(([, name = '']) => name).filter(name => !table.includes(`\`${name}\``))).toEqual([])
})

test('cites only existing sections of docs/behaviour.md in comments, and nothing outside the repository', () => {
  const headings = [...read('docs/behaviour.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase(),
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
