import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** The pause between two calls of a connection, so that it is mostly idle, like those of real senders. */
const betweenCallsMs = 20

/** How a connection closes in order: its last response announces it. */
export const announced = 'the last response carried Connection: close'

/**
 * Sends numbered texts over keep-alive connections, one after another on each, until a response carries `Connection:
 * close`. `ended` resolves to how each connection ended. `accepted` are the texts that got the response ok, and
 * `responses` counts all responses.
 */
export function keepSendingOver(connections: number, url: string, method: 'POST' | 'GET' = 'POST') {
  const accepted: string[] = []
  let responses = 0
  const sendOn = async (connection: number): Promise<string> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let number = 0; ; number++, await delay(betweenCallsMs)) {
      const message = `number ${number} of connection ${connection}`
      const answer = await call(url, method, agent, message).catch((error: Error) => error)
      if (answer instanceof Error) return answer.message
      if ((await text(answer)) === 'ok') accepted.push(message)
      responses++
      if (answer.headers.connection === 'close') return announced
    }
  }
  const ended = Promise.all(Array.from({ length: connections }, (_, index) => sendOn(index)))
  return { accepted, responses: () => responses, ended }
}

function call(url: string, method: 'POST' | 'GET', agent: Agent, message: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = method === 'POST' ? { 'content-type': 'application/json' } : {}
    request(url, { method, agent, headers }, resolve)
      .on('error', reject)
      .end(method === 'POST' ? JSON.stringify({ text: message }) : undefined)
  })
}
