import { type OutgoingHttpHeaders, request } from 'node:http'

/** How long an attacker waits for a response. */
const patienceMs = 10_000

export type Call = { url: string; from: string; headers?: OutgoingHttpHeaders; body: string | Buffer }

/** POSTs from the address `from`, over a new connection. Resolves to the status, or `broken` if there is none. */
export function post({ url, from, headers, body }: Call): Promise<string> {
  return new Promise(resolve => {
    const sending = request(
      url,
      {
        method: 'POST',
        agent: false,
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
