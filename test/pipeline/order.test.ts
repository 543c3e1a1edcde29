import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eventually } from '../worlds/eventually.js'
import { startWorld } from '../worlds/world.js'

/** POST over the one connection of `agent`. */
function sendOver(agent: Agent, url: string, message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      answer => resolve(text(answer)),
    )
    call.on('error', reject)
    call.end(JSON.stringify({ text: message }))
  })
}

test('what one connection sends is read in the order it was sent, whatever the others do', async () => {
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
