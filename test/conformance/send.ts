import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | undefined }
export type Answer = { status: number; deliveryId: string | undefined; body: string }

/** Sends a request as written, without normalizing its path, header names or body. */
export function send(agent: Agent, url: string, { body, ...sent }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, ...sent }, async answer => {
      const deliveryId = answer.headers['x-delivery-id']
      resolve({
        status: answer.statusCode ?? 0,
        deliveryId: deliveryId?.toString(),
        body: await text(answer),
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}
