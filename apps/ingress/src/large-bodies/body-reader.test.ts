import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openBodyReader } from './body-reader.js'

/** Tells the length of each body, and ends over an empty one. */
const script = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ body }) => {
    if (body.length === 0) throw new Error('no body')
    parentPort.postMessage({ outcome: 'read', bytes: body.length })
  })`

function call(bytes: number) {
  return { body: new Uint8Array(bytes), contentType: undefined, query: '', maxPosts: 1 }
}

test('a thread reads body after body; where it ends over one, the next has another', async () => {
  let begun = 0
  const { read, close } = openBodyReader(() => {
    begun++
    return new Worker(script, { eval: true })
  })
  onTestFinished(async () => void (await close()))
  expect(begun).toBe(0)
  for (const bytes of [1, 2]) expect(await read(call(bytes))).toEqual({ outcome: 'read', bytes })
  expect(begun).toBe(1)
  await expect(read(call(0))).rejects.toThrow('no body')
  expect(await read(call(3))).toEqual({ outcome: 'read', bytes: 3 })
  expect(begun).toBe(2)
})
