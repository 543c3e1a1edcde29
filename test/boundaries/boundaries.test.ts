import { expect, test } from 'vitest'
import { declared, imports, sources, workspaces } from './imports.js'

const own = (names: string[]) => names.map(name => `@posthorn/${name}`)

/** apps → posting → server, queue, db → formats → core; no app imports another, standalone excepted (ARCHITECTURE.md, Code map). */
const mayImport: Record<string, string[]> = {
  'packages/core': [],
  'packages/formats': own(['core']),
  'packages/contract': own(['core']),
  'packages/server': own(['core']),
  'packages/queue': own(['core']),
  'packages/db': own(['core', 'formats']),
  'packages/posting': own(['core', 'formats', 'server', 'queue', 'db']),
  'packages/files': [],
  'apps/ingress': own(['core', 'formats', 'server', 'queue', 'db']),
  'apps/worker': own(['core', 'formats', 'server', 'queue', 'db', 'posting']),
  'apps/api': own(['core', 'formats', 'contract', 'server', 'queue', 'db', 'files']),
  'apps/cli': own(['contract']),
  'apps/console': own(['contract']),
  'apps/standalone': own(['core', 'server', 'queue', 'db', 'files', 'ingress', 'worker', 'api']),
}

/** The only workspaces that may import a library. */
const onlyIn: Record<string, string[]> = {
  bullmq: ['packages/queue'],
  ioredis: ['packages/queue'],
  'rate-limiter-flexible': ['packages/queue'],
  '@prisma/adapter-pg': ['packages/db'],
  pg: ['packages/db'],
  'markdown-it': ['packages/core'],
  htmlparser2: ['packages/formats'],
  '@opentelemetry/api': ['packages/server'],
  '@opentelemetry/sdk-trace-base': ['packages/server'],
  'file-type': ['packages/files'],
  '@aws-sdk/client-s3': ['packages/files'],
  pino: ['packages/server'],
  'prom-client': ['packages/server'],
  '@node-rs/argon2': ['apps/api'],
  '@node-rs/bcrypt': ['apps/api'],
  'age-encryption': ['apps/standalone'],
  commander: ['apps/cli'],
  'csv-parse': ['apps/api', 'apps/cli'],
  diff: ['apps/console'],
  react: ['apps/console'],
  sharp: ['apps/api'],
  'string-width': ['apps/cli'],
  yauzl: ['apps/cli'],
  nodemailer: ['apps/api'],
  'web-push': ['apps/api'],
  ws: ['apps/api', 'apps/cli'],
}

test('has exactly the workspaces of the design', () => {
  expect(workspaces.toSorted()).toEqual(Object.keys(mayImport).toSorted())
})

test('imports in one direction: apps to server, queue and db, these to formats, and formats to core', () => {
  const wrong = imports.filter(
    ({ workspace, from }) => from.startsWith('@posthorn/') && !mayImport[workspace]?.includes(from),
  )
  expect(wrong).toEqual([])
})

test('imports Redis only in queue, Postgres only in db, and each other library only where it belongs', () => {
  const wrong = imports.filter(({ workspace, from }) => onlyIn[from] && !onlyIn[from].includes(workspace))
  expect(wrong).toEqual([])
  for (const library of Object.keys(onlyIn)) expect(imports.map(({ from }) => from)).toContain(library)
})

test('imports only zod and two small parts of core in the contract, so that a browser can use it', () => {
  const foreign = imports.filter(
    ({ workspace, from }) => workspace === 'packages/contract' && !/^(\.|zod$|@posthorn\/core$)/.test(from),
  )
  expect(foreign).toEqual([])
  const texts = sources('packages/contract').map(({ text }) =>
    text.replace(/'@posthorn\/core\/(?:outcomes|exact-json)'/, ''),
  )
  expect(texts.join('\n')).not.toContain('@posthorn/core')
})

test.each([
  ['core', ['markdown-it']],
  ['formats', ['@posthorn/core', 'htmlparser2']],
])('keeps %s pure: it imports only %j, and uses no clock, randomness or process', (name, libraries) => {
  const foreign = imports.filter(
    ({ workspace, from }) =>
      workspace === `packages/${name}` && !from.startsWith('.') && !libraries.includes(from),
  )
  expect(foreign).toEqual([])
  const impure =
    /\b(Date\.now|new Date\(\)|Math\.random|performance\.|crypto\b|process\.|setTimeout|setImmediate|fetch\(|console\.)/
  expect(
    sources(`packages/${name}`)
      .filter(({ text }) => impure.test(text))
      .map(({ file }) => file),
  ).toEqual([])
})

test('keeps the data of the console out of its ui', () => {
  const ofUi = imports.filter(({ file }) => file.startsWith('apps/console/src/ui/'))
  expect(ofUi.length).toBeGreaterThan(50)
  expect(ofUi.filter(({ from }) => from.includes('/data/'))).toEqual([])
})

/** Code that starts programs reads PATH and passes the rest of the environment to its children. */
const startsPrograms = /^apps\/standalone\/src\/services\//

test('reads the environment only in packages/server, and the command line its own variables in one file', () => {
  const readers = workspaces
    .flatMap(sources)
    .filter(
      ({ file, text }) =>
        !startsPrograms.test(file) && /process\.env\b/.test(text.replaceAll('...process.env', '')),
    )
  expect(readers.map(({ file }) => file).toSorted()).toEqual([
    'apps/cli/src/env.ts',
    'packages/server/src/process/env-file.ts',
    'packages/server/src/process/env.ts',
  ])
})

test('declares every imported library in the workspace that imports it', () => {
  const undeclared = imports.filter(
    ({ workspace, from }) => !/^(\.|node:)/.test(from) && !declared(workspace).includes(from),
  )
  expect(undeclared).toEqual([])
})

test('mocks, skips and leaves open nothing', () => {
  const open = workspaces
    .flatMap(sources)
    .filter(({ text }) => /TODO|FIXME|XXX|@ts-ignore|: any[;,)\]>=]|as any\b/.test(text))
  expect(open.map(({ file }) => file)).toEqual([])
})
