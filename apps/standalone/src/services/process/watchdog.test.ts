import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, until } from '../../testing.js'
import { isAlive } from './process-info.js'
import { startNode } from './start-node.js'
import { killAll } from './watchdog.js'

/** Creates a script that ignores SIGTERM. */
function stubborn(): string {
  const script = join(tempFolder(), 'stubborn.mjs')
  writeFileSync(script, `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('ready')`)
  return script
}

test('kills all processes at once that ignore SIGTERM', async () => {
  const script = stubborn()
  const start = () => until(startNode({ name: 'Stubborn', script, env: process.env }))
  const services = [await start(), await start()]
  await Promise.all(services.map(({ ready }) => ready))
  for (const { pid } of services) {
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
    process.kill(pid, 'SIGTERM') // is ignored
  }
  expect(services.map(({ pid }) => isAlive(pid))).toEqual([true, true])
  killAll()
  const ends = await Promise.all(services.map(({ exited }) => exited))
  expect(ends).toEqual([
    { code: null, signal: 'SIGKILL' },
    { code: null, signal: 'SIGKILL' },
  ])
})

test('does nothing if no process is left', () => {
  expect(killAll).not.toThrow()
})
