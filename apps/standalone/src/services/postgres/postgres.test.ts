import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from '@posthorn/db'
import { expect, onTestFinished, test } from 'vitest'
import { startAndKillParent, tempFolder, until } from '../../testing.js'
import { freePort } from '../ports.js'
import { isAlive } from '../process/process-info.js'
import { supervise } from '../process/supervise.js'
import { startPostgres } from './postgres.js'

const log = () => {}
const isRoot = process.getuid?.() === 0

async function query(url: string, sql: string): Promise<unknown> {
  const db = openDb(url.replace(/posthorn$/, 'postgres'), { poolSize: 1 })
  try {
    return await db.$queryRawUnsafe(sql)
  } finally {
    await db.$disconnect()
  }
}

test('starts a new Postgres that syncs its commits, and stops it', async () => {
  const postgres = await startPostgres({ dataDir: tempFolder(), log })
  const [row] = (await query(postgres.url, "select current_setting('fsync') as fsync")) as { fsync: string }[]
  await postgres.stop()
  expect(row).toEqual({ fsync: 'on' })
  expect(isAlive(postgres.pid)).toBe(false)
})

test('rejects a wrong password', async () => {
  const { url } = await until(startPostgres({ dataDir: tempFolder(), log, forTests: true }))
  await expect(query(url.replace(/:[0-9a-f]{32}@/, ':wrong@'), 'select 1')).rejects.toThrow(/authentication/i)
})

test('restarts a killed Postgres on the same port with all commits', async () => {
  const [dataDir, port] = [tempFolder(), await freePort()]
  const lines: string[] = []
  const kept = await supervise(
    () => startPostgres({ dataDir, port, log }),
    line => lines.push(line),
  )
  onTestFinished(() => kept.stop())
  const { url, pid } = kept.current()
  await query(url, 'create table kept as select 42 as answer')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => kept.current().pid).not.toBe(pid)
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(lines.join('\n')).toMatch(/Postgres ended \(signal SIGKILL\).*\nPostgres is running again/)
})

test('shuts Postgres down in order after its parent was killed', async () => {
  const dataDir = tempFolder()
  const call = `startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  const orphan = await startAndKillParent(import.meta.resolve('./postgres.ts'), call)
  await expect.poll(() => isAlive(orphan)).toBe(false)
  const log = readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')
  expect(log).toMatch(/database system is shut down/)
})

test('starts again right after its parent was killed, while the watchdog stops the old Postgres', async () => {
  const dataDir = tempFolder()
  const call = `startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  const old = await startAndKillParent(import.meta.resolve('./postgres.ts'), call)
  const { url } = await until(startPostgres({ dataDir, log }))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isAlive(old)).toBe(false)
})

test('stops a Postgres that lost its parent and watchdog at the next start, without losing data', async () => {
  const dataDir = tempFolder()
  const call = `startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  const orphan = await startAndKillParent(import.meta.resolve('./postgres.ts'), call, { watchdogToo: true })
  expect(isAlive(orphan)).toBe(true)
  const lines: string[] = []
  await until(startPostgres({ dataDir, log: line => lines.push(line) }))
  expect(isAlive(orphan)).toBe(false)
  expect(lines).toEqual([`Postgres of an earlier run (pid ${orphan}) is still running. Stopping it`])
})

test('starts if its process file names a process of another program', async () => {
  const dataDir = tempFolder()
  const first = await startPostgres({ dataDir, log, forTests: true })
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  // as after a reboot, when another process has this id
  const pidFile = join(first.folder, 'data', 'postmaster.pid')
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)))
  await until(startPostgres({ dataDir, log, forTests: true }))
})

test('reports why Postgres could not start, in its own words', async () => {
  const settings = { max_connections: 'many' }
  await expect(startPostgres({ dataDir: tempFolder(), settings, log })).rejects.toThrow(
    /ended at once.*max_connections/s,
  )
})

test.runIf(isRoot)('uses another folder if its user cannot access DATA_DIR', async () => {
  const dataDir = join(tempFolder(), 'closed', 'data')
  mkdirSync(dataDir, { recursive: true })
  chmodSync(join(dataDir, '..'), 0o700)
  const lines: string[] = []
  const postgres = await until(startPostgres({ dataDir, log: line => lines.push(line), forTests: true }))
  onTestFinished(() => rmSync(postgres.folder, { recursive: true, force: true }))
  expect(postgres.folder).not.toContain(dataDir)
  expect(lines).toEqual([expect.stringContaining(`Its files are in ${postgres.folder}`)])
  await postgres.stop()
  const again = await until(startPostgres({ dataDir, log, forTests: true }))
  expect(again.folder).toBe(postgres.folder)
})
