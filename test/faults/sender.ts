import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Written, write } from './payloads.js'
import { type Random, seededRandom, seedOf } from './random.js'
import type { FaultsHook } from './seed-hooks.js'

/** `unknown`: 503, 429 or a broken connection. The delivery may or may not be stored. */
export type Answer =
  | { kind: 'ok'; delivery: string }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown'; why: string }

export type Sent = Written & { sender: number; number: number; calls: number; answer: Answer }

export type SenderOptions = {
  seed: number
  sender: number
  /** Intended calls per second. After a trouble, it catches up a little. */
  callsPerSecond: number
  url: string
  hook: FaultsHook
  channels: string[]
  /** Resend with the same key until there is a definite response. */
  retry: boolean
}

/** Longer than the service ever takes. */
const patienceMs = 10_000
const maxPauseMs = 500
const catchUpMs = 1_000

export type Sender = ReturnType<typeof openSender>

/** Sends over one connection, on which each call waits for the response to the previous one. */
export function openSender(options: SenderOptions) {
  const { seed, sender, callsPerSecond, hook, channels, retry } = options
  const url = `${options.url}/hooks/${hook.key}`
  const random = seededRandom(seedOf(seed, sender))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sent: Sent[] = []

  const sendOne = async (giveUpAt: number): Promise<Sent> => {
    const number = sent.length
    const name = `d${sender}-${number}`
    const written = write(random, name, hook.channel, channels)
    const one: Sent = { ...written, sender, number, calls: 0, answer: { kind: 'unknown', why: 'not sent' } }
    sent.push(one)
    do {
      if (one.calls > 0) await delay(random.between(0, maxPauseMs))
      one.calls++
      one.answer = await call(agent, url, one.payload, name)
    } while (retry && one.answer.kind === 'unknown' && performance.now() < giveUpAt)
    return one
  }

  return {
    sent,
    /** Sends until a call gets a definite response. */
    sendClear: async (until: number) => {
      let one = await sendOne(until)
      while (one.answer.kind === 'unknown' && performance.now() < until) {
        await delay(random.between(0, maxPauseMs))
        one = await sendOne(until)
      }
      return one
    },
    /** Sends until then. Gives up on calls without a definite response at `giveUpAt`. */
    run: async (until: number, giveUpAt: number) => {
      const gapMs = 1000 / callsPerSecond
      await delay(gapMs * fraction(random))
      for (let next = performance.now(); performance.now() < until; ) {
        await sendOne(giveUpAt)
        next = Math.max(next + gapMs, performance.now() - catchUpMs)
        await delay(next - performance.now())
      }
    },
    close: () => agent.destroy(),
  }
}

function fraction(random: Random): number {
  return random.between(0, 1000) / 1000
}

async function call(agent: Agent, url: string, payload: string, key: string): Promise<Answer> {
  try {
    return await post(agent, url, payload, key)
  } catch (error) {
    return { kind: 'unknown', why: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

function post(agent: Agent, url: string, payload: string, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const signal = AbortSignal.timeout(patienceMs)
    const sending = request(url, { method: 'POST', agent, headers, signal }, answer => {
      const { statusCode = 0, headers } = answer
      text(answer).then(body => resolve(meaning(statusCode, body, String(headers['x-delivery-id']))), reject)
    })
    sending.on('error', reject)
    sending.end(payload)
  })
}

function meaning(status: number, body: string, delivery: string): Answer {
  if (status === 200 && body === 'ok') return { kind: 'ok', delivery }
  if (status === 503 || status === 429) return { kind: 'unknown', why: String(status) }
  return { kind: 'refused', why: `${status} ${body}` }
}
