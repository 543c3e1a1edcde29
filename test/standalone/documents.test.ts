// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of the shell

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { pathWithRedisCli } from '../support/redis-cli.js'
import { killRunning, newDataDir, startPosthorn } from './posthorn.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning))

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the shell blocks of a document, with the reason where one is marked as not run. */
const shellBlocks = (file: string) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:<!-- not run: (.+) -->\n)?( *)```sh\n([\s\S]*?) *```/g,
    ),
  ].map(([, notRun, indent, script = '']) => ({
    file,
    notRun,
    script: script.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))

const documents = ['.', 'docs', 'apps/console']
  .flatMap(folder => readdirSync(join(root, folder)).map(name => join(folder, name)))
  .filter(file => file.endsWith('.md'))
const toRun = documents.flatMap(shellBlocks).filter(({ notRun }) => notRun === undefined)

/** Output of the blocks, in the order in which a reader could run them. The first starts the server that the others call. */
const printed: [file: string, start: string, output: RegExp][] = [
  ['README.md', 'npm start', /^ready /m],
  ['README.md', 'url=', /^ok$/],
  ['docs/api.md', 'api=', /Build \*\*42\*\* passed/],
  ['docs/operations.md', 'api=', /^$/],
  ['docs/deploy.md', '(umask 077', /^$/],
  ['docs/operations.md', 'node --input-type=module -e "\nimport { Queue }', /^$/],
  ['docs/operations.md', 'redis-cli', /^OK$/m],
  ['docs/operations.md', 'request=', /^true$/],
  ['docs/operations.md', 'call ${hooks:?}/regen', /^http:.*\/hooks\/\w{26}$/],
  ['docs/operations.md', 'call "${hooks:?}/${hook:?}/export" |', /^\w{26} 127\.0\.0\.1 curl/m],
  ['docs/operations.md', 'delivery=', /^\{"erased":1\}$/],
  ['docs/operations.md', 'poisoned=', /^\{"text":"sent"\}\n[\s\S]*\{"erased":[12]\}$/],
  ['docs/operations.md', 'user=', /^reader\n(running|done)$/],
  ['docs/operations.md', 'call "${hooks:?}/${hook:?}/export?posts', /^(running|done)$/],
  ['docs/operations.md', 'node --input-type=module -e "\nimport pg', /^$/],
  ['docs/operations.md', 'node apps/api/dist/reset-password.js', /^Password of admin, .*: \w{26}$/],
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
  const checkout = newCheckout(dataDir)
  const env = { ...process.env, PATH: await pathWithRedisCli() }
  const run = (script: string) => runIn({ cwd: checkout, env }, posthorn.env.PORT, script)
  for (const [file, start, output] of printed.slice(1, 3))
    await eventually(() => expect(run(scriptOf(file, start))).toMatch(output))
  const rest = printed.slice(3)
  const outputs = run(
    rest.map(([file, start]) => withDelivery(scriptOf(file, start))).join(`echo '${border}'\n`),
  )
  for (const [index, output] of outputs.split(border).entries())
    expect(output.trim()).toMatch(rest[index]?.[2] ?? '')
  expect(outputs.split(border)).toHaveLength(rest.length)
  await eventually(() => expect(() => process.kill(posthorn.pid, 0)).toThrow())
})

/** Returns a folder like a checkout, whose `.data` is this one. */
function newCheckout(dataDir: string): string {
  const checkout = mkdtempSync(join(tmpdir(), 'posthorn-documents-'))
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  symlinkSync(dataDir, join(checkout, '.data'))
  for (const name of ['apps', 'node_modules']) symlinkSync(join(root, name), join(checkout, name))
  return checkout
}

const scriptOf = (file: string, start: string) =>
  toRun.find(one => one.file === file && one.script.startsWith(start))?.script ?? ''

/** Some blocks of docs/operations.md need a new delivery. Its first block sets names for the others. */
const withDelivery = (script: string) =>
  /^(delivery|poisoned)=/.test(script)
    ? `call $hooks/$hook/send -d '{"payload":"{\\"text\\":\\"sent\\"}"}' > sent.json\n${script}`
    : script
const border = '--- next block ---'

/** Runs a block as a reader would, except for the port. Returns what it prints. */
function runIn(where: { cwd: string; env: NodeJS.ProcessEnv }, port: string, script: string): string {
  const command = ['-ec', script.replaceAll('8065', port)]
  const { status, stdout, stderr } = spawnSync('sh', command, { ...where, encoding: 'utf8' })
  if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`)
  return stdout
}
