import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing.js'
import { endAll, endLeftover } from './end-processes.js'
import { isAlive, processStartTime } from './process-info.js'

/** Starts `sleep` in a folder. */
async function sleeping(cwd: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn('sleep', ['600'], { cwd, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child as ChildProcess & { pid: number }
}

test('ends no process that got the id of one of ours', async () => {
  const [ours, foreign] = [await sleeping('/'), await sleeping('/')]
  const start = processStartTime(ours.pid)
  await endAll([
    { pid: ours.pid, start, signal: 'SIGTERM' },
    { pid: foreign.pid, start: `${Number(start) - 1}`, signal: 'SIGTERM' },
  ])
  expect([isAlive(ours.pid), isAlive(foreign.pid)]).toEqual([false, true])
})

test('ends the process in a process file only if that works in the folder, and then says so', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const folder = join(tempFolder(), 'data')
  mkdirSync(folder)
  const [ours, foreign] = [await sleeping(folder), await sleeping('/')]
  for (const { pid } of [ours, foreign]) {
    const pidFile = join(folder, `${pid}.pid`)
    writeFileSync(pidFile, `${pid}\n`)
    await endLeftover({ name: 'Service', pidFile, folder, signal: 'SIGTERM', log })
  }
  expect([isAlive(ours.pid), isAlive(foreign.pid)]).toEqual([false, true])
  expect(lines).toEqual([`Service of an earlier run (pid ${ours.pid}) is still running. Stopping it`])
})
