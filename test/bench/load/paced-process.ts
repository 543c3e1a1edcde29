import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { payload } from './payload.js'

/**
 * Sends at an even pace, however long the responses take. Every twentieth call goes to the reader's channel. Reports how many
 * went there. Every response must be a 200.
 */
const { URL: url = '', RUN: run = '', CHANNEL: channel = '' } = process.env
const [rate, total] = [Number(process.env.CALLS_PER_SECOND), Number(process.env.CALLS)]
const every = 20
const agent = new Agent({ keepAlive: true })
const headers = { 'content-type': 'application/json' }

function call(number: number): Promise<number> {
  const body = { ...payload(run, number), ...(number % every === 0 ? { channel } : {}) }
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject).end(JSON.stringify(body))
  })
}

const beganAt = performance.now()
const answers: Promise<number>[] = []
while (answers.length < total) {
  const due = Math.min(total, Math.floor(((performance.now() - beganAt) / 1000) * rate))
  while (answers.length < due) answers.push(call(answers.length))
  await delay(1)
}
const statuses = await Promise.all(answers)
const wrong = statuses.filter(status => status !== 200).length
if (wrong > 0) throw new Error(`${wrong} of ${total} calls did not return 200`)
process.send?.(Math.ceil(total / every))
agent.destroy()
