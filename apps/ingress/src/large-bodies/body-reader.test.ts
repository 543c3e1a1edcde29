import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openBodyReader } from './body-reader.js'

/** Tells the length of each body; ends over an empty one, and when there is none. */
const script = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ body }) => {
    if (!body?.length) throw new Error('the end')
    parentPort.postMessage({ outcome: 'read', bytes: body.length })
  })`

function open() {
  const begun: Worker[] = []
  const reader = openBodyReader(() => {
    const thread = new Worker(script, { eval: true })
    begun.push(thread)
    return thread
  })
  onTestFinished(async () => void (await reader.close()))
  const read = (bytes: number) =>
    reader.read({ body: new Uint8Array(bytes), contentType: undefined, query: '', maxPosts: 1 })
  return { begun, read }
}

test('a thread begins with the first body, and reads one after another', async () => {
  const { begun, read } = open()
  expect(begun).toHaveLength(0)
  for (const bytes of [1, 2]) expect(await read(bytes)).toEqual({ outcome: 'read', bytes })
  expect(begun).toHaveLength(1)
})

test('where a thread ends over a body, or behind one, the next has another', async () => {
  const { begun, read } = open()
  await expect(read(0)).rejects.toThrow('the end')
  expect(await read(2)).toEqual({ outcome: 'read', bytes: 2 })
  begun[1]?.postMessage({})
  await new Promise(resolve => begun[1]?.once('exit', resolve))
  expect(await read(3)).toEqual({ outcome: 'read', bytes: 3 })
  expect(begun).toHaveLength(3)
})
