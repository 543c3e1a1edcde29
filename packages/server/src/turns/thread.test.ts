import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openThread, ThreadTimeout } from './thread.js'

/** Returns the length of each text. Throws for an empty one, and never returns from an endless one. */
const script = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', text => {
    if (!text) throw new Error('the end')
    while (text === 'endless');
    parentPort.postMessage(text.length)
  })
  parentPort.postMessage('ready')`

function open(deadlineMs = 60_000) {
  const started: Worker[] = []
  const thread = openThread<string, number>(() => {
    const worker = new Worker(script, { eval: true })
    started.push(worker)
    return worker
  }, deadlineMs)
  onTestFinished(async () => void (await thread.close()))
  return { started, run: thread.run }
}

test('starts a thread with the first piece of work, and does one after another', async () => {
  const { started, run } = open()
  expect(started).toHaveLength(0)
  for (const text of ['a', 'bc']) expect(await run(text)).toBe(text.length)
  expect(started).toHaveLength(1)
})

test('starts another thread after one has ended during or after its work', async () => {
  const { started, run } = open()
  await expect(run('')).rejects.toThrow('the end')
  expect(await run('ab')).toBe(2)
  started[1]?.postMessage('')
  await new Promise(resolve => started[1]?.once('exit', resolve))
  expect(await run('abc')).toBe(3)
  expect(started).toHaveLength(3)
})

test('terminates the thread of work that exceeds its deadline, and does the next', async () => {
  const { started, run } = open(200)
  await expect(run('endless')).rejects.toBeInstanceOf(ThreadTimeout)
  await expect(run('endless')).rejects.toBeInstanceOf(ThreadTimeout)
  await expect.poll(() => run('ab').catch(() => 'too slow'), { timeout: 30_000 }).toBe(2)
  expect(started.length).toBeGreaterThan(2)
})
