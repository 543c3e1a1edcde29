import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../processes.js'
import { supervise } from '../supervise.js'
import { redisReply, startAndKillParent, tempFolder, until } from '../testing.js'
import { freePort } from './ports.js'
import { startRedis } from './redis.js'

const log = () => {}

test('Redis starts with every write synced, and is gone after stop', async () => {
  const redis = await startRedis({ dataDir: tempFolder(), log })
  const reply = await redisReply(redis.url, 'CONFIG GET appendfsync')
  await redis.stop()
  expect(reply).toBe('always')
  expect(isAlive(redis.pid)).toBe(false)
})

test('the password is on no command line, and in no file that others can read', async () => {
  const dataDir = tempFolder()
  const { url, pid } = await until(startRedis({ dataDir, log }))
  const { password } = new URL(url)
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password)
  expect(statSync(join(dataDir, 'redis', 'redis.conf')).mode & 0o077).toBe(0)
  expect(await redisReply(url.replace(password, 'wrong'), 'GET key')).toMatch(/NOAUTH/)
})

test('a killed Redis comes back on the same port with what it had answered for', async () => {
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
  await expect.poll(() => kept.current().pid, { timeout: 10_000 }).not.toBe(pid)
  expect(await redisReply(url, 'GET answer')).toBe('42')
  expect(lines.join('\n')).toMatch(/Redis ended \(signal SIGKILL\).*\nRedis runs again/)
})

test('a Redis whose parent was killed is ended by the next start, its data kept', async () => {
  const dataDir = tempFolder()
  const call = `startRedis({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  const orphan = await startAndKillParent(import.meta.resolve('./redis.ts'), call)
  expect(isAlive(orphan)).toBe(true)
  const lines: string[] = []
  await until(startRedis({ dataDir, log: line => lines.push(line) }))
  expect(isAlive(orphan)).toBe(false)
  expect(lines).toEqual([`Redis of an earlier run (pid ${orphan}) is still there: stopping it`])
})

test('a Redis that cannot start says why, in its own words', async () => {
  const settings = { appendfsync: 'sometimes' }
  await expect(startRedis({ dataDir: tempFolder(), settings, log })).rejects.toThrow(
    /ended at once.*appendfsync/s,
  )
})
