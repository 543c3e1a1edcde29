import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Written, write, writeKeyed, writeNative, writeTemplated } from './payloads.js'
import { type Random, seededRandom, seedOf } from './random.js'
import { type FaultsHook, signatureHeader } from './seed-hooks.js'

/** `unknown`: 503, 429 or a broken connection. The delivery may or may not be stored. */
export type Answer =
  | { kind: 'ok'; delivery: string }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown'; why: string }

export type Sent = Written & {
  sender: number
  number: number
  calls: number
  answer: Answer
  /** The delivery that it edits or deletes. Its payload is then these two words, as stored. */
  change?: Change | undefined
}

type Change = { kind: 'edit' | 'delete'; target: string }

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
  const { seed, sender, callsPerSecond, hook, retry } = options
  const url = `${options.url}/hooks/${hook.key}`
  const random = seededRandom(seedOf(seed, sender))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sent: Sent[] = []
  const unchanged: Sent[] = []

  const sendOne = async (giveUpAt: number): Promise<Sent> => {
    const number = sent.length
    const name = `d${sender}-${number}`
    const written = writeNext(random, name, options, unchanged)
    const one: Sent = { ...written, sender, number, calls: 0, answer: { kind: 'unknown', why: 'not sent' } }
    sent.push(one)
    do {
      if (one.calls > 0) await delay(random.between(0, maxPauseMs))
      one.calls++
      one.answer = await call(agent, signed(requestFor(url, name, one, hook), hook))
    } while (retry && one.answer.kind === 'unknown' && performance.now() < giveUpAt)
    if (one.channel !== undefined && !one.key && !one.change) unchanged.push(one)
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

/** A third of the calls has a key, or edits or deletes one of the `unchanged` deliveries. A sixth is a sender's own JSON. */
function writeNext(
  random: Random,
  name: string,
  { hook, channels }: SenderOptions,
  unchanged: Sent[],
): Written & { change?: Change } {
  if (hook.hasTemplate && random.oneIn(3)) return writeTemplated(random, name, hook.channel)
  if (random.oneIn(6)) return writeNative(random, name, hook.channel)
  if (random.oneIn(4)) return writeKeyed(random, name, hook.channel)
  const target = random.oneIn(8) ? unchanged.pop() : undefined
  if (target?.answer.kind !== 'ok') return write(random, name, hook.channel, channels)
  const { channel, answer, number } = target
  const change: Change = { kind: random.pick(['edit', 'delete']), target: answer.delivery }
  const payload = `${change.kind} ${change.target}`
  return { payload, text: `${name} instead of ${number}.`, attachment: undefined, channel, change }
}

type Call = {
  url: string
  method: 'POST' | 'PATCH' | 'DELETE'
  body: string
  headers: Record<string, string>
}

/** Returns the call. Its name is the idempotency key, in the header that its sender has for it. */
function requestFor(url: string, name: string, sent: Sent, { hasTemplate }: FaultsHook): Call {
  const { change, payload, text, adapter, isTemplated } = sent
  const headers = { 'idempotency-key': name }
  if (adapter === 'github')
    return { url: `${url}/github`, method: 'POST', body: payload, headers: githubHeaders(name) }
  const reader = adapter ?? (hasTemplate && !isTemplated ? 'slack' : undefined)
  if (!change) return { url: reader ? `${url}/${reader}` : url, method: 'POST', body: payload, headers }
  const isEdit = change.kind === 'edit'
  return {
    url: `${url}/deliveries/${change.target}`,
    method: isEdit ? 'PATCH' : 'DELETE',
    body: isEdit ? JSON.stringify({ text }) : '',
    headers,
  }
}

function signed(call: Call, { secret }: FaultsHook): Call {
  if (secret === undefined) return call
  const signature = createHmac('sha256', secret).update(call.body).digest('hex')
  return { ...call, headers: { ...call.headers, [signatureHeader]: signature } }
}

function githubHeaders(name: string) {
  return { 'x-github-event': 'fork', 'x-github-delivery': name }
}

async function call(agent: Agent, one: Call): Promise<Answer> {
  try {
    return await send(agent, one)
  } catch (error) {
    return { kind: 'unknown', why: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

function send(agent: Agent, { url, method, body, headers: own }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...own }
    const signal = AbortSignal.timeout(patienceMs)
    const sending = request(url, { method, agent, headers, signal }, answer => {
      const { statusCode = 0, headers } = answer
      text(answer).then(body => resolve(meaning(statusCode, body, String(headers['x-delivery-id']))), reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

function meaning(status: number, body: string, delivery: string): Answer {
  const isDone = body === 'ok' || /^\{"ok":true/.test(body)
  if ((status === 200 || status === 202) && isDone) return { kind: 'ok', delivery }
  if (status === 503 || status === 429) return { kind: 'unknown', why: String(status) }
  return { kind: 'refused', why: `${status} ${body}` }
}
