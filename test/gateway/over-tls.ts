import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'

export type TlsCall = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** The certificate to trust. */
  ca: string
}

export type TlsAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Calls over a connection of its own, which trusts this certificate only. */
export function callOverTls(
  url: string,
  { method = 'POST', headers = {}, body = '', ca }: TlsCall,
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers, ca, agent: false }, answer => {
      const { statusCode: status = 0, headers } = answer
      text(answer).then(body => resolve({ status, headers, body }), reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
