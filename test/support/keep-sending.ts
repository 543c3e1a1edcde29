import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** A connection is idle for most of the time, as those of real senders are. */
const betweenCallsMs = 20

/**
 * Sends numbered texts over so many connections, on each one after another, until the server says that an answer is
 * its connection's last. `ended` tells how each connection ended; `accepted` are the texts that were answered ok.
 */
export function keepSendingOver(connections: number, url: string) {
  const accepted: string[] = []
  const sendOn = async (connection: number): Promise<string> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let number = 0; ; number++, await delay(betweenCallsMs)) {
      const message = `number ${number} of connection ${connection}`
      const answer = await post(url, agent, message).catch((error: Error) => error)
      if (answer instanceof Error) return answer.message
      if ((await text(answer)) === 'ok') accepted.push(message)
      if (answer.headers.connection === 'close') return 'told that this answer is the last'
    }
  }
  return { accepted, ended: Promise.all(Array.from({ length: connections }, (_, index) => sendOn(index))) }
}

function post(url: string, agent: Agent, message: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    request(url, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ text: message }))
  })
}
