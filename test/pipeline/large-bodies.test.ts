import { performance } from 'node:perf_hooks'
import { readPayload } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

const keys = Array.from({ length: 1000 }, (_, index) => `"key${index}":"${'value '.repeat(10)}"`)
const costly = `{"lists":[${Array.from({ length: 15 }, () => `{${keys.join()}}`)}]}`
const cheap = JSON.stringify({ text: '', other: 'a'.repeat(costly.length) })
const times = 5

test('keeps the event loop free while a large body is read', async () => {
  const { send } = await startWorld({ bodyLimitBytes: 3 * 1024 * 1024, workerLater: true })
  const busyMs = async (body: string) => {
    const before = performance.eventLoopUtilization()
    for (let sent = 0; sent < times; sent++) expect((await send(body)).status).toBe(400)
    return performance.eventLoopUtilization(before).active
  }
  for (const body of [cheap, costly]) await busyMs(body) // warms up the code
  // code that blocks the loop does so every time, a busy machine only sometimes
  await eventually(async () => {
    const [ofCheap, ofCostly] = [await busyMs(cheap), await busyMs(costly)]
    expect(ofCostly - ofCheap).toBeLessThan(readHereMs() / 2)
  })
})

function readHereMs(): number {
  const began = performance.now()
  for (let read = 0; read < times; read++)
    expect(readPayload(Buffer.from(costly), undefined).outcome).toBe('no_text')
  return performance.now() - began
}
