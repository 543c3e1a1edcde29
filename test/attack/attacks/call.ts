import { type Agent, type OutgoingHttpHeaders, request } from 'node:http'

/** How long an attacker waits for a response. */
const patienceMs = 10_000

export type Call = {
  url: string
  from: string
  headers?: OutgoingHttpHeaders
  body: string | Buffer
  /** Reuses connections. Without one, the call opens its own. */
  agent?: Agent
}

/** POSTs from the address `from`. Resolves to the status, or `broken` if there is none. */
export function post({ url, from, headers, body, agent }: Call): Promise<string> {
  return new Promise(resolve => {
    const sending = request(
      url,
      {
        method: 'POST',
        agent: agent ?? false,
        localAddress: from,
        timeout: patienceMs,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      answer => answer.resume().on('close', () => resolve(String(answer.statusCode))),
    )
    sending.on('timeout', () => sending.destroy()).on('error', () => resolve('broken'))
    sending.end(body)
  })
}
