import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Calls of one kind, made in turn at an even pace, however long the responses take. */
export type Kind = {
  name: string
  callsPerSecond: number
  /** Their address on loopback. */
  from: string
  /** Whether each call opens its own connection, like most programs that call now and then. */
  connectsEachTime?: boolean
  calls: { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }[]
}

export type Measuring = { kinds: Kind[]; seconds: number }

/** The milliseconds of each call with a 200, and the number of others. */
export type Measured = Record<string, { tookMs: number[]; failed: number }>

/** Calls that take longer have failed. */
const patienceMs = 30_000
const everyMs = 2

/** Measures ordinary callers for `seconds`. */
export async function measure({ kinds, seconds }: Measuring): Promise<Measured> {
  const measured = kinds.map(async kind => [kind.name, await measureKind(kind, seconds)])
  return Object.fromEntries(await Promise.all(measured))
}

async function measureKind({ calls, callsPerSecond, from, connectsEachTime }: Kind, seconds: number) {
  const agent = new Agent({ keepAlive: !connectsEachTime, localAddress: from } as object)
  const total = Math.floor(callsPerSecond * seconds)
  const answers: Promise<number | undefined>[] = []
  for (const began = performance.now(); answers.length < total; await delay(everyMs)) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * callsPerSecond))
    while (answers.length < due) answers.push(timed(calls[answers.length % calls.length], agent))
  }
  const tookMs = (await Promise.all(answers)).filter(took => took !== undefined)
  agent.destroy()
  return { tookMs, failed: total - tookMs.length }
}

/** Returns the milliseconds until the complete response; undefined if there is none, or not a 200. */
function timed(call: Kind['calls'][number] | undefined, agent: Agent): Promise<number | undefined> {
  if (!call) throw new Error('a kind without calls')
  const began = performance.now()
  return new Promise(resolve => {
    const options: RequestOptions = { method: call.method, headers: call.headers, agent, timeout: patienceMs }
    const sending = request(call.url, options, answer => {
      const took = () => (answer.statusCode === 200 ? performance.now() - began : undefined)
      answer.resume().on('close', () => resolve(took()))
    })
    sending.on('timeout', () => sending.destroy()).on('error', () => resolve(undefined))
    sending.end(call.body)
  })
}
