import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addHook } from '../support/add-hook.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

const mebibyte = 1024 ** 2
const fileBytes = 50 * mebibyte
const uploadsAtOnce = 8
const piece = Buffer.alloc(64 * 1024, 'posthorn')

/**
 * An upload passes through at most eight stages with a buffer of 64 KiB each: sockets, counts, parser, writes. Pieces that are
 * garbage wait for a collection: at most two young generations of 16 MiB, and as much outside the heap.
 */
const mostGrowthBytes = uploadsAtOnce * 8 * piece.length + 2 * 2 * 16 * mebibyte

/** Starts processes with files and eight hooks. */
async function start() {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url, HOOK_RATE: 'off', API_RATE: 'off' }
  const api = await startWithOps('api', { ...env, FILES_DIR: folder })
  const ingress = await startWithOps('ingress', { ...env, API_URL: api.url })
  await Promise.all([api, ingress].map(each => each.untilReady()))
  const keys = []
  for (let count = 0; count < uploadsAtOnce; count++) keys.push(await addHook(world.db))
  const send = (key: string) => sendLong(`${ingress.url}/hooks/${key}`)
  return { folder, keys, send, pids: { api: api.child.pid ?? 0, ingress: ingress.child.pid ?? 0 } }
}

/** Sends a form with one file, piece by piece. */
async function sendLong(url: string): Promise<number> {
  async function* body() {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="files[0]"; filename="a.bin"\r\n\r\n')
    for (let bytes = 0; bytes < fileBytes; bytes += piece.length) yield piece
    yield Buffer.from('\r\n--b--\r\n')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const init = { method: 'POST', headers, body: body(), duplex: 'half' }
  const answer = await fetch(url, init as unknown as RequestInit)
  await answer.text()
  return answer.status
}

/** Returns the most memory that a process had since the last reset, which makes it that of now. */
function peakBytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const resetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

test.skipIf(process.platform !== 'linux')(
  'eight uploads of 50 MB at once need only their buffers, in the ingress and in the api',
  async () => {
    const { folder, keys, send, pids } = await start()
    expect(await send(keys[0] ?? '')).toBe(204) // loads what uploads need
    const before = Object.values(pids).map(pid => {
      resetPeak(pid)
      return peakBytes(pid)
    })
    expect(await Promise.all(keys.map(send))).toEqual(keys.map(() => 204))
    const growth = Object.values(pids).map((pid, index) => peakBytes(pid) - (before[index] ?? 0))
    console.info(`memory of ${Object.keys(pids)}: +${growth.map(bytes => Math.round(bytes / mebibyte))} MiB`)
    for (const bytes of growth) expect(bytes).toBeLessThan(mostGrowthBytes)
    const stored = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(stored.filter(entry => entry.isFile())).toHaveLength(uploadsAtOnce + 1)
  },
)
