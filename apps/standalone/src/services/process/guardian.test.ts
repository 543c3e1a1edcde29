import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, until } from '../../testing.js'
import { killGuarded } from './guardian.js'
import { isAlive } from './process-info.js'
import { startNode } from './start-node.js'

/** A script that does not end when it is asked to. */
function stubborn(): string {
  const script = join(tempFolder(), 'stubborn.mjs')
  writeFileSync(script, `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('ready')`)
  return script
}

test('what does not end in order is ended by force at once, every process of it', async () => {
  const script = stubborn()
  const start = () => until(startNode({ name: 'Stubborn', script, env: process.env }))
  const services = [await start(), await start()]
  await Promise.all(services.map(({ ready }) => ready))
  for (const { pid } of services) {
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
    process.kill(pid, 'SIGTERM') // which changes nothing
  }
  expect(services.map(({ pid }) => isAlive(pid))).toEqual([true, true])
  killGuarded()
  const ends = await Promise.all(services.map(({ exited }) => exited))
  expect(ends).toEqual([
    { code: null, signal: 'SIGKILL' },
    { code: null, signal: 'SIGKILL' },
  ])
})

test('with nothing left to end it does nothing', () => {
  expect(killGuarded).not.toThrow()
})
