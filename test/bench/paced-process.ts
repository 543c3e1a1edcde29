import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { body } from './load.js'

/**
 * Sends at an even pace, whatever the answers take; every twentieth call goes to another channel, where the reader
 * looks. Sends how many went there; every call must be answered 200.
 */
const [, , url = '', callsPerSecond = '0', calls = '0', run = '', sampled = ''] = process.argv
const [rate, total] = [Number(callsPerSecond), Number(calls)]
const every = 20
const agent = new Agent({ keepAlive: true })

function call(number: number): Promise<number> {
  const payload = JSON.parse(body(run).replace('[<id>]', String(number)))
  if (number % every === 0) payload.channel = sampled
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sending = request(url, { method: 'POST', agent, headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject).end(JSON.stringify(payload))
  })
}

const began = performance.now()
const answers: Promise<number>[] = []
while (answers.length < total) {
  const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate))
  while (answers.length < due) answers.push(call(answers.length))
  await delay(1)
}
const statuses = await Promise.all(answers)
const wrong = statuses.filter(status => status !== 200).length
if (wrong > 0) throw new Error(`${wrong} of ${total} calls were not answered 200`)
process.send?.(Math.ceil(total / every))
agent.destroy()
process.disconnect()
