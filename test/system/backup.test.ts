import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDb } from '@posthorn/db'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../apps/standalone/src/services/process/process-info.js'
import { killRunning, newDataDir, type Posthorn, shellWith, startPosthorn } from '../standalone/posthorn.js'
import { eventually } from '../support/eventually.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning)) // hooks run in reverse order

const root = fileURLToPath(new URL('../..', import.meta.url))
const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8')
/** Callers do not wait for outcomes, so that workers post everything. */
const settings = { HOOK_RATE: 'off', HOOK_CONFIRM: 'off' }
const perSecond = 200

test('restores everything that was accepted before a backup of a running Posthorn, and a repeated call adds only the rest', async () => {
  const backups = tempFolder()
  const lost = await dataDir()
  const first = await startPosthorn(lost, undefined, settings)
  const load = sendKeyed(first)
  await eventually(() => expect(load.accepted.size).toBeGreaterThan(200))
  const worker = first.pidOf(/worker\/dist\/main/)
  process.kill(worker, 'SIGSTOP') // so that deliveries wait in Redis
  const waiting = load.accepted.size
  await eventually(() => expect(load.accepted.size).toBeGreaterThan(waiting + 100))
  const [begunAt, output] = [Date.now(), await backup(['backup', backups], { DATA_DIR: lost })]
  if (isAlive(worker)) process.kill(worker, 'SIGCONT') // on a slow machine, `npm start` has replaced it
  const done = load.accepted.size
  await eventually(() => expect(load.accepted.size).toBeGreaterThan(done + 200))
  await load.end()
  await destroy(first, lost)

  const [folder = ''] = readdirSync(backups)
  expect(output).toContain(`Backup: ${join(backups, folder)}`)
  const again = await dataDir()
  await backup(['restore', join(backups, folder)], { DATA_DIR: again })
  const restored = await startPosthorn(again, Number(first.env.PORT), settings)
  const before = [...load.accepted].filter(([, at]) => at < begunAt).map(([text]) => text)
  expect(before.length).toBeGreaterThan(waiting)
  await eventually(async () => expect(await posted(again)).toEqual(expect.arrayContaining(before)))
  const kept = await posted(again)
  console.log(
    `${load.accepted.size} accepted, ${load.accepted.size - kept.length} of them after the backup and lost`,
  )
  expect(new Set(kept).size).toBe(kept.length)

  for (const text of load.accepted.keys()) expect(await send(restored, text)).toBe(true)
  const all = [...load.accepted.keys()].toSorted()
  await eventually(async () => expect((await posted(again)).length).toBeGreaterThanOrEqual(all.length))
  expect((await posted(again)).toSorted()).toEqual(all)
  expect(await restored.stop()).toBe(0)
})

test('makes a backup of a stopped Posthorn, which only its owner can read, and refuses to restore it over data', async () => {
  const [folder, backups] = [await dataDir(), tempFolder()]
  const posthorn = await startPosthorn(folder)
  await send(posthorn, 'kept')
  await eventually(async () => expect(await posted(folder)).toEqual(['kept']))
  await posthorn.stop()
  await backup(['backup', backups], { DATA_DIR: folder })
  const made = join(backups, readdirSync(backups)[0] ?? '')
  for (const file of ['.', ...readdirSync(made)]) expect(statSync(join(made, file)).mode & 0o077).toBe(0)
  for (const file of readdirSync(made))
    expect(readFileSync(join(made, file)).includes(passwordOf(folder))).toBe(false)

  await expect(backup(['restore', made], { DATA_DIR: folder })).rejects.toThrow(
    /Postgres: the database is not empty/,
  )
  rmSync(join(made, 'posts.copy.gz'))
  const fresh = await dataDir()
  await expect(backup(['restore', made], { DATA_DIR: fresh })).rejects.toThrow(/missing or damaged/)
  expect(existsSync(fresh)).toBe(false)
})

test('an encrypted backup has the files of posts, and only its secret key verifies and restores it', async () => {
  const [folder, backups] = [await dataDir(), tempFolder()]
  await (await startPosthorn(folder)).stop()
  mkdirSync(join(folder, 'files/ab'), { recursive: true })
  writeFileSync(join(folder, 'files/ab/of-a-post'), 'stored')
  const [, recipient = '', identity = ''] =
    /(age1\w+)\n(AGE-SECRET-KEY-\w+)/.exec(await posthorn(['backup', 'key'], {})) ?? []
  const output = await backup(['backup', backups], { DATA_DIR: folder, BACKUP_KEY: recipient })
  expect(output).toMatch(/Files: 1, .*It is encrypted/s)
  const made = join(backups, readdirSync(backups)[0] ?? '')
  const names = readdirSync(made, { recursive: true, encoding: 'utf8' })
  expect(names.filter(name => !/\.age$|^files$|^files\/ab$/.test(name))).toEqual([])
  const passwords = readFileSync(join(folder, 'first-run.json'), 'utf8')
  await expect(posthorn(['backup', 'verify', made], {})).rejects.toThrow(/is encrypted\. Set BACKUP_KEY/)
  expect(await posthorn(['backup', 'verify', made], { BACKUP_KEY: identity })).toMatch(
    /complete: .* 1 files of posts, and Redis/,
  )
  const fresh = await dataDir()
  await backup(['restore', made], { DATA_DIR: fresh, BACKUP_KEY: identity })
  expect(readFileSync(join(fresh, 'files/ab/of-a-post'), 'utf8')).toBe('stored')
  expect(readFileSync(join(fresh, 'first-run.json'), 'utf8')).toBe(passwords)
  truncateSync(join(made, 'files/ab/of-a-post.age'), 200)
  await expect(posthorn(['backup', 'verify', made], { BACKUP_KEY: identity })).rejects.toThrow(
    /of-a-post\.age is damaged/,
  )
})

test('starts from a stopped DATA_DIR that was copied elsewhere', async () => {
  const folder = await dataDir()
  const posthorn = await startPosthorn(folder)
  await send(posthorn, 'kept')
  await eventually(async () => expect(await posted(folder)).toEqual(['kept']))
  await posthorn.stop()
  const copy = await dataDir()
  await promisify(execFile)('cp', ['-a', folder, copy])
  rmSync(folder, { recursive: true })
  const moved = await startPosthorn(copy, Number(posthorn.env.PORT))
  await send(moved, 'sent to the copy')
  await eventually(async () => expect((await posted(copy)).toSorted()).toEqual(['kept', 'sent to the copy']))
  expect(await moved.stop()).toBe(0)
})

/** Sends calls until `end`. `accepted` has the text of each that got `ok`, with the time of the response. */
function sendKeyed(posthorn: Posthorn) {
  const accepted = new Map<string, number>()
  let isOver = false
  const sending = (async () => {
    for (let count = 1; !isOver; count++) {
      if (await send(posthorn, `call ${count}`)) accepted.set(`call ${count}`, Date.now())
      await delay(1000 / perSecond)
    }
  })()
  const end = () => {
    isOver = true
    return sending
  }
  return { accepted, end }
}

/** Sends a text under a key of its own. */
async function send({ firstRun }: Posthorn, text: string): Promise<boolean> {
  const headers = { 'idempotency-key': text }
  const response = await fetch(firstRun.hook.url, { method: 'POST', headers, body: JSON.stringify({ text }) })
  return (await response.text()) === 'ok'
}

/** Runs the documented command, with another folder of backups. */
async function backup(
  [name, folder]: ['backup' | 'restore', string],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const [command = ''] = new RegExp(`^npm run ${name} -- /var/backups/\\S+$`, 'm').exec(documented) ?? []
  const own = command.replace(/\/var\S+/, folder)
  const { stdout } = await promisify(execFile)('sh', ['-ec', own], { cwd: root, env: shellWith(env) })
  return stdout
}

/** Runs the command line. */
async function posthorn(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const script = join(root, 'apps/cli/bin/posthorn.js')
  return (await promisify(execFile)(process.execPath, [script, ...args], { env: shellWith(env) })).stdout
}

/** Kills Posthorn with its databases, and deletes their files. */
async function destroy(posthorn: Posthorn, folder: string): Promise<void> {
  const pids = posthorn.pids()
  await posthorn.stop('SIGKILL')
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]))
  rmSync(folder, { recursive: true })
}

async function dataDir(): Promise<string> {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  return dataDir
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const passwordOf = (folder: string) => readFileSync(join(folder, 'postgres', 'password'), 'utf8').trim()

/** Returns the texts of all posts. */
async function posted(folder: string): Promise<string[]> {
  const port = readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3]
  const db = openDb(`postgresql://posthorn:${passwordOf(folder)}@127.0.0.1:${port}/posthorn`)
  try {
    const { rows } = await db.pool.query<{ message: string }>('SELECT message FROM posts')
    return rows.map(({ message }) => message)
  } finally {
    await db.$disconnect()
  }
}
