import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startAndKillParent, tempFolder, until } from '../../testing.js'
import { isAlive } from './process-info.js'
import { startNode } from './start-node.js'

/** Creates a script that runs until SIGTERM and records in a file how it exited. */
function worker() {
  const folder = tempFolder()
  const [script, note] = [join(folder, 'worker.mjs'), join(folder, 'note')]
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
     process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(note)}, 'ended in order'); process.exit() })
     setInterval(() => {}, 1000)
     writeFileSync(${JSON.stringify(note)}, 'ready')`,
  )
  return { script, note: () => readFileSync(note, { encoding: 'utf8', flag: 'a+' }) }
}

test('stops a worker process in order before `stop` resolves', async () => {
  const { script, note } = worker()
  const running = await until(startNode({ name: 'Worker', script, env: process.env }))
  await expect.poll(note).toBe('ready')
  await running.stop()
  expect(note()).toBe('ended in order')
  expect(isAlive(running.pid)).toBe(false)
})

test('a worker process responds to probes unless it is suspended', async () => {
  const { script, note } = worker()
  const running = await until(startNode({ name: 'Worker', script, env: process.env }))
  await expect.poll(note).toBe('ready')
  expect(await running.probe?.()).toBe('answers')
  process.kill(running.pid, 'SIGSTOP')
  expect(await running.probe?.()).toBe('silent')
  process.kill(running.pid, 'SIGCONT')
  await expect.poll(() => running.probe?.()).toBe('answers')
})

test('a worker process exits after its parent was killed', async () => {
  const { script, note } = worker()
  const call = `startNode({ name: 'Worker', script: ${JSON.stringify(script)}, env: process.env })`
  const module = import.meta.resolve('./start-node.ts')
  const pid = await startAndKillParent(module, call, { ready: () => expect.poll(note).toBe('ready') })
  await expect.poll(note).toBe('ended in order')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('kills a hanging worker process after its parent was killed', async () => {
  const { script, note } = worker()
  const call = `startNode({ name: 'Worker', script: ${JSON.stringify(script)}, env: process.env })`
  const module = import.meta.resolve('./start-node.ts')
  const stopped = async () => {
    await expect.poll(note).toMatch(/^\d+$/)
    process.kill(Number(note()), 'SIGSTOP')
  }
  writeFileSync(script, readFileSync(script, 'utf8').replace("'ready'", 'String(process.pid)'))
  const pid = await startAndKillParent(module, call, { ready: stopped })
  await expect.poll(() => isAlive(pid)).toBe(false)
})
