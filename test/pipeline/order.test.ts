import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendOver } from '../support/send-over.js'
import { startWorld } from '../support/world.js'

test('keeps the order of one connection, whatever others send', async () => {
  const { hookUrl, send, work, messages } = await startWorld()
  await work() // two workers race for the batches
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const mine = Array.from({ length: 100 }, (_, index) => `mine ${index}`)
  const others = Array.from({ length: 200 }, (_, index) => send({ text: `other ${index}` }))
  for (const message of mine) expect(await sendOver(agent, hookUrl, message)).toBe('ok')
  await Promise.all(others)
  agent.destroy()
  await eventually(async () => expect(await messages()).toHaveLength(300))
  expect((await messages()).filter(message => message.startsWith('mine'))).toEqual(mine)
})
