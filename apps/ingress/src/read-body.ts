import type { IncomingMessage } from 'node:http'

/** The body's bytes as they came; `aborted` when the sender went away before the end. */
export function readBody(
  message: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | 'too_large' | 'aborted'> {
  if (Number(message.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve('too_large')
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let bytes = 0
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limitBytes) resolve('too_large')
      else chunks.push(chunk)
    })
    message.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    message.on('close', () => resolve('aborted'))
    message.on('error', () => resolve('aborted'))
  })
}
