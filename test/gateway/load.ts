import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

const patienceMs = 60_000
const reconnectAfterMs = 200

/** A text that was sent, and the response: a status and its body, or why there was none. */
export type Call = { text: string; answer: string }

export type LoadOptions = {
  url: string
  ca: string
  /** Sends each text with its own Idempotency-Key. */
  hasKeys: boolean
  senders: number
  pauseMs: number
  /** Begins the texts of this load. */
  name: string
}

/** Sends numbered texts over keep-alive connections, one after another on each, until it is stopped. Never sends one again. */
export function keepPosting({ url, ca, hasKeys, senders, pauseMs, name }: LoadOptions) {
  const calls: Call[][] = Array.from({ length: senders }, () => [])
  let isStopped = false
  const sendOn = async (own: Call[], sender: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca })
    for (let number = 0; !isStopped; number++, await delay(pauseMs)) {
      const message = `${name} ${sender} ${String(number).padStart(6, '0')}`
      const key = hasKeys ? { 'idempotency-key': message.replaceAll(' ', '-') } : {}
      own.push({ text: message, answer: await post(url, agent, message, key) })
    }
    agent.destroy()
  }
  const ended = Promise.all(calls.map(sendOn))
  const stop = async () => {
    isStopped = true
    await ended
  }
  return { calls, stop }
}

function post(url: string, agent: Agent, message: string, key: Record<string, string>): Promise<string> {
  return new Promise(resolve => {
    const headers = { 'content-type': 'application/json', ...key }
    const signal = AbortSignal.timeout(patienceMs)
    request(url, { method: 'POST', agent, headers, signal }, answer => {
      const { statusCode } = answer
      text(answer).then(
        body => resolve(body === 'ok' ? 'ok' : `${statusCode} ${body.slice(0, 60)}`),
        error => resolve(String(error)),
      )
    })
      .on('error', error => resolve(error.message))
      .end(JSON.stringify({ text: message }))
  })
}

/** Asks for a path until it is stopped. `wrong` are the responses other than 200. */
export function keepReading(url: string, ca: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca })
  const wrong: string[] = []
  let count = 0
  let isStopped = false
  const read = async () => {
    for (; !isStopped; count++, await delay(50)) {
      const status = await get(url, agent, headers)
      if (status !== '200') wrong.push(status)
    }
    agent.destroy()
  }
  const ended = read()
  const stop = async () => {
    isStopped = true
    await ended
  }
  return { wrong, count: () => count, stop }
}

function get(url: string, agent: Agent, headers: Record<string, string>): Promise<string> {
  return new Promise(resolve => {
    request(url, { agent, headers, signal: AbortSignal.timeout(patienceMs) }, answer => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)))
    })
      .on('error', error => resolve(error.message))
      .end()
  })
}

/** Listens to live events, and connects again whenever its connection ends, as the console does. */
export function keepListening(url: string, options: { ca: string; headers: Record<string, string> }) {
  let connections = 0
  let isStopped = false
  const texts = new Set<string>()
  let socket: WebSocket
  const connect = () => {
    socket = new WebSocket(url.replace('https', 'wss'), options)
    socket.on('message', data => {
      const { event, data: of } = JSON.parse(String(data))
      if (event === 'hello') connections++
      if (event === 'posted') texts.add(JSON.parse(of.post).message)
    })
    socket.on('error', () => {}).on('close', () => void (isStopped || setTimeout(connect, reconnectAfterMs)))
  }
  connect()
  const stop = () => {
    isStopped = true
    socket.terminate()
  }
  return { connections: () => connections, texts, stop }
}
