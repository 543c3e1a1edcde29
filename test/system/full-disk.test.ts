import { chownSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from '@posthorn/db'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { postgresUser } from '../../apps/standalone/src/services/postgres/user.js'
import { runningUrls } from '../../apps/standalone/src/services/urls.js'
import { killRunning, newDataDir, type Posthorn, startPosthorn } from '../standalone/posthorn.js'
import { eventually } from '../support/eventually.js'
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning)) // hooks run in reverse order

const why = noSmallDisk === undefined ? '' : ` (skipped: ${noSmallDisk})`
const callsAtOnce = 20
/** Restarts wait for up to 5 s, and the machine may be busy. */
const withinMs = 600_000

/** Starts Posthorn with the files of Postgres or Redis on a small disk of their own. */
async function startOn(service: 'postgres' | 'redis', megabytes: number) {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const disk = mountSmallDisk(megabytes)
  const home = join(disk.folder, service)
  mkdirSync(home, { mode: 0o700 })
  const user = service === 'postgres' ? postgresUser(home) : undefined
  if (user) chownSync(home, user.uid, user.gid)
  mkdirSync(dataDir)
  symlinkSync(home, join(dataDir, service))
  const posthorn = await startPosthorn(dataDir, undefined, { HOOK_RATE: 'off' })
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${posthorn.env.PORT}${path}`)).text()
  const printed = () => posthorn.lines.join('\n')
  const worker = posthorn.pidOf(/worker\/dist\/main/)
  return { dataDir, disk, posthorn, worker, printed, ask, ...sending(posthorn) }
}

/** Sends calls with a key of their own. `accepted` has the texts that got `ok`, `refused` the other responses. */
function sending({ firstRun }: Posthorn) {
  const accepted: string[] = []
  const refused: number[] = []
  let count = 0
  const send = async () => {
    const text = `call ${++count} `.padEnd(2000, 'long ')
    const headers = { 'idempotency-key': `call ${count}` }
    const response = await fetch(firstRun.hook.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text }),
    })
    if (response.status === 200) accepted.push(text)
    else refused.push(response.status)
  }
  const sendSome = () => Promise.all(Array.from({ length: callsAtOnce }, send))
  return { accepted, refused, sendSome }
}

type World = Awaited<ReturnType<typeof startOn>>

/** Fills the disk and sends until `/readyz` says this. */
async function fillUntil({ disk, sendSome, ask }: World, reason: string): Promise<void> {
  disk.fill()
  await eventually(async () => {
    await sendSome()
    expect(await ask('/readyz')).toContain(reason)
  })
}

/** Makes room, and expects each accepted call in one post, from the same processes. */
async function expectAllPosted({ dataDir, disk, posthorn, accepted, sendSome, worker }: World) {
  disk.makeRoom()
  const before = accepted.length
  await eventually(async () => {
    await sendSome()
    expect(accepted.length).toBeGreaterThan(before)
  })
  await eventually(
    async () => expect(await posted(dataDir)).toEqual(expect.arrayContaining(accepted)),
    120_000,
  )
  const all = await posted(dataDir)
  expect(all.length).toBe(new Set(all).size)
  expect(posthorn.pidOf(/worker\/dist\/main/)).toBe(worker)
  expect(await posthorn.stop()).toBe(0)
}

async function posted(dataDir: string): Promise<string[]> {
  const db = openDb(runningUrls.postgres(dataDir))
  const reading = db.pool.query<{ message: string }>('SELECT message FROM posts')
  const { rows } = await reading.finally(() => db.$disconnect())
  return rows.map(({ message }) => message)
}

/** Makes Postgres end: it stops when it cannot extend its write-ahead log. */
async function endByFullLog(dataDir: string): Promise<void> {
  const db = openDb(runningUrls.postgres(dataDir))
  const next = () => db.pool.query("SELECT pg_logical_emit_message(false, '', 'x'), pg_switch_wal()")
  await eventually(async () => expect(await next().catch(String)).toMatch(/ECONNREFUSED|ended|terminated/))
  await db.$disconnect()
}

const testOnDisk = test.skipIf(noSmallDisk)

testOnDisk(
  `loses nothing on a full disk of Postgres, names it, and goes on by itself${why}`,
  async () => {
    const world = await startOn('postgres', 150)
    const { dataDir, ask, printed, refused, sendSome } = world
    const reason = 'workers: none of them is ready: postgres: deliveries wait: its disk is full (53100)'
    await fillUntil(world, reason)
    expect(await ask('/metrics')).toMatch(/^posthorn_check_ok\{part="postgres",process="Worker 1"\} 0$/m)
    expect(printed()).toMatch(/"code":"53100".*waiting for Postgres/)
    await endByFullLog(dataDir)
    await sendSome()
    await eventually(() => expect(printed()).toMatch(/pg_wal.*No space left[\s\S]*Trying again/))
    expect(refused).toEqual([])
    await expectAllPosted(world)
  },
  withinMs,
)

testOnDisk(
  `loses nothing on a full disk of Redis, names it, and goes on by itself${why}`,
  async () => {
    const world = await startOn('redis', 30)
    const { ask, printed, refused, sendSome } = world
    await sendSome()
    await fillUntil(world, 'redis: no connection')
    expect(new Set(refused)).toEqual(new Set([503]))
    expect(await ask('/metrics')).toMatch(/refused_total\{reason="cannot_keep",process="standalone"\} [1-9]/)
    await eventually(() => expect(printed()).toMatch(/Can't recover from AOF write error/))
    await expectAllPosted(world)
  },
  withinMs,
)
