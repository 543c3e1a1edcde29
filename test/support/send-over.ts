import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** POSTs over the single connection of `agent`. */
export function sendOver(agent: Agent, url: string, message: string): Promise<string> {
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
