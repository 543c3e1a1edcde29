import { readFileSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { redisReply, startAndKillParent, tempFolder, until } from '../../testing.js'
import { freePort } from '../ports.js'
import { isAlive } from '../process/process-info.js'
import { supervise } from '../process/supervise.js'
import { startRedis } from './redis.js'

const log = () => {}

test('starts a Redis that syncs every write, and stops it', async () => {
  const redis = await startRedis({ dataDir: tempFolder(), log })
  const reply = await redisReply(redis.url, 'CONFIG GET appendfsync')
  await redis.stop()
  expect(reply).toBe('always')
  expect(isAlive(redis.pid)).toBe(false)
})

test('gives Redis a share of the memory or the configured size, and never lets it evict data', async () => {
  const ours = await until(startRedis({ dataDir: tempFolder(), log }))
  const bytes = Number(await redisReply(ours.url, 'CONFIG GET maxmemory'))
  expect(bytes).toBe(Math.floor(Math.min(1024 ** 3, totalmem() / 4)))
  expect(await redisReply(ours.url, 'CONFIG GET maxmemory-policy')).toBe('noeviction')
  const small = await until(startRedis({ dataDir: tempFolder(), settings: { maxmemory: '4mb' }, log }))
  await redisReply(small.url, 'SET first kept')
  const write = `SETRANGE filler ${5 * 1024 ** 2} x`
  await redisReply(small.url, write) // over the limit: no further write is taken
  expect(await redisReply(small.url, 'SET second refused')).toMatch(/^-OOM/)
  expect(await redisReply(small.url, 'GET first')).toBe('kept')
})

test('keeps the password out of command lines and of files that others can read', async () => {
  const dataDir = tempFolder()
  const { url, pid } = await until(startRedis({ dataDir, log }))
  const { password } = new URL(url)
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password)
  expect(statSync(join(dataDir, 'redis', 'redis.conf')).mode & 0o077).toBe(0)
  expect(await redisReply(url.replace(password, 'wrong'), 'GET key')).toMatch(/NOAUTH/)
})

test('restarts a killed Redis on the same port with all confirmed writes', async () => {
  const [dataDir, port] = [tempFolder(), await freePort()]
  const lines: string[] = []
  const kept = await supervise(
    () => startRedis({ dataDir, port, log }),
    line => lines.push(line),
  )
  onTestFinished(() => kept.stop())
  const { url, pid } = kept.current()
  await redisReply(url, 'SET answer 42')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => kept.current().pid).not.toBe(pid)
  expect(await redisReply(url, 'GET answer')).toBe('42')
  expect(lines.join('\n')).toMatch(/Redis ended \(signal SIGKILL\).*\nRedis is running again/)
})

test('shuts Redis down in order after its parent was killed', async () => {
  const dataDir = tempFolder()
  const call = `startRedis({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  const orphan = await startAndKillParent(import.meta.resolve('./redis.ts'), call)
  await expect.poll(() => isAlive(orphan)).toBe(false)
  const log = readFileSync(join(dataDir, 'redis', 'redis.log'), 'utf8')
  expect(log).toMatch(/User requested shutdown|ready to exit/)
})

test('stops a Redis that lost its parent and watchdog at the next start, without losing data', async () => {
  const dataDir = tempFolder()
  const call = `startRedis({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  const orphan = await startAndKillParent(import.meta.resolve('./redis.ts'), call, { watchdogToo: true })
  expect(isAlive(orphan)).toBe(true)
  const lines: string[] = []
  await until(startRedis({ dataDir, log: line => lines.push(line) }))
  expect(isAlive(orphan)).toBe(false)
  expect(lines).toEqual([`Redis of an earlier run (pid ${orphan}) is still running. Stopping it`])
})

test('reports why Redis could not start, in its own words', async () => {
  const settings = { appendfsync: 'sometimes' }
  await expect(startRedis({ dataDir: tempFolder(), settings, log })).rejects.toThrow(
    /ended at once.*appendfsync/s,
  )
})
