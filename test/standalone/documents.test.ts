import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { killRunning, newDataDir, startPosthorn } from './posthorn.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning))

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the shell blocks of a document, with the reason where one is marked as not run. */
const shellBlocks = (file: string) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(/(?:<!-- not run: (.+) -->\n)?```sh\n([\s\S]*?)```/g),
  ].map(([, notRun, script = '']) => ({ file, notRun, script }))

const documents = ['.', 'docs', 'apps/console']
  .flatMap(folder => readdirSync(join(root, folder)).map(name => join(folder, name)))
  .filter(file => file.endsWith('.md'))
const toRun = documents.flatMap(shellBlocks).filter(({ notRun }) => notRun === undefined)

/** Output of the blocks, in the order in which a reader runs them. The first starts the server that the others call. */
const printed: [file: string, start: string, output: RegExp][] = [
  ['README.md', 'npm start', /^ready /m],
  ['README.md', 'url=', /^ok$/],
  ['docs/api.md', 'api=', /Build \*\*42\*\* passed/],
  ['docs/operations.md', 'kill ', /^$/],
]

test('runs every command in the documents, or marks it as not run', () => {
  const known = printed.map(([file, start]) => `${file}: ${start}`)
  const found = toRun.map(
    ({ file, script }) =>
      known.find(one => `${file}: ${script}`.startsWith(one)) ?? `${file}: ${script.split('\n')[0]}`,
  )
  expect(found.toSorted()).toEqual(known.toSorted())
})

test('gets the documented output from the commands in the documents', async () => {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const posthorn = await startPosthorn(dataDir)
  expect(posthorn.lines.join('\n')).toMatch(printed[0]?.[2] ?? '')
  const checkout = mkdtempSync(join(tmpdir(), 'posthorn-documents-'))
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  symlinkSync(dataDir, join(checkout, '.data'))
  for (const [file, start, output] of printed.slice(1)) {
    const script = toRun.find(one => one.file === file && one.script.startsWith(start))?.script ?? ''
    await eventually(() => expect(run(script, checkout, posthorn.env.PORT)).toMatch(output))
  }
  await eventually(() => expect(() => process.kill(posthorn.pid, 0)).toThrow())
})

/** Runs a block as a reader would, except for the port. Returns what it prints. */
function run(script: string, cwd: string, port: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script.replaceAll('8065', port)], {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`)
  return stdout
}
