import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { noSmallDisk } from '../support/small-disk.js'
import { failedStart, killRunning, newDataDir, startPosthorn } from './posthorn.js'
import { answerTo } from './printed.js'

afterEach(killRunning)

const checkout = fileURLToPath(new URL('../..', import.meta.url))

test('reads .env like Compose, and later starts change the addresses in first-run.json', async () => {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const cwd = dirname(dataDir)
  const start = async (lines: string) => {
    writeFileSync(join(cwd, '.env'), lines)
    const posthorn = await startPosthorn(dataDir, undefined, { LOG_LEVEL: 'warn' }, { cwd })
    const curl = posthorn.lines.find(line => line.trim().startsWith('curl ')) ?? ''
    const answer = await answerTo(curl)
    const { PORT } = posthorn.env
    await posthorn.stop()
    return { ...posthorn, answer, PORT }
  }
  const first = await start(
    `# as for Compose\nBASE_URL="http://localhost:\${PORT}" # in the browser\nLOG_LEVEL=loud\n`,
  )
  const { base_url, hook } = first.firstRun
  expect(first.lines).toContain('Environment: BASE_URL from .env')
  expect([base_url, first.answer]).toEqual([`http://localhost:${first.PORT}`, 'ok'])
  const second = await start('')
  const [, key] = hook.url.split('/hooks/')
  expect(second.firstRun).toEqual({
    ...first.firstRun,
    base_url: `http://127.0.0.1:${second.PORT}`,
    hook: { ...hook, url: `http://127.0.0.1:${second.PORT}/hooks/${key}` },
  })
  expect([second.PORT === first.PORT, second.answer]).toEqual([false, 'ok'])
  expect(statSync(join(dataDir, 'first-run.json')).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))).toEqual(second.firstRun)
})

test('names the line of .env that it cannot read', async () => {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const cwd = dirname(dataDir)
  writeFileSync(join(cwd, '.env'), 'PORT=8065\nMETRICS_TOKEN verysecret\n')
  const { code, output } = await failedStart({ DATA_DIR: dataDir }, { cwd })
  expect([code, output]).toEqual([1, 'The environment is invalid:\n  .env, line 2: must be NAME=value\n'])
})

test('refuses a BASE_URL with a path, and shows examples of variables as they are', async () => {
  const { code, output } = await failedStart({
    BASE_URL: 'https://chat.example.org/posthorn',
    DATABASE_URL: 'x',
    REDIS_URL: 'x',
    SMTP_URL: 'x',
  })
  expect(code).toBe(1)
  expect(output).toMatch(/^ {2}BASE_URL: must have no path, query or password/m)
  expect(output).toMatch(/^ {2}DATABASE_URL: .* postgresql:\/\/user:password@host:5432\/posthorn$/m)
  expect(output).toMatch(/^ {2}REDIS_URL: .* redis:\/\/:password@host:6379 or .*@host,host\/mymaster$/m)
  expect(output).toMatch(/^ {2}SMTP_URL: .* smtps:\/\/user:password@host:465$/m)
})

const why = noSmallDisk === undefined ? '' : ` (skipped: ${noSmallDisk})`

test.skipIf(noSmallDisk)(`starts from a read-only checkout, with DATA_DIR elsewhere${why}`, async () => {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'
  const before = ['unshare', '--mount', 'sh', '-c', mount, checkout]
  const posthorn = await startPosthorn(dataDir, await freePort(), {}, { before })
  expect((await fetch(posthorn.firstRun.base_url)).status).toBe(200)
  expect(await posthorn.stop()).toBe(0)
})

test.skipIf(noSmallDisk)(`says what a read-only checkout lacks${why}`, async () => {
  const mount =
    'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && mount -t tmpfs none "$0/apps/worker/dist" && exec "$@"'
  const { code, output } = await failedStart(
    {},
    { before: ['unshare', '--mount', 'sh', '-c', mount, checkout] },
  )
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^This user cannot write to .* \(EROFS\).* Run npm start there once/),
  ])
})
