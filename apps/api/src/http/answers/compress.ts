import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { Call } from '@posthorn/contract'
import type { ApiServer } from '../../deps.js'

const leastBytes = 1024
/** As many as libuv has threads. Further answers are sent as they are, so compressing never makes a call wait. */
const mostAtOnce = 4

/** Makes a page of posts 15 times smaller in half a millisecond. Higher qualities hardly improve on that. */
const fast = { [zlib.BROTLI_PARAM_QUALITY]: 3, [zlib.BROTLI_PARAM_LGWIN]: 18 }
const brotli = promisify(brotliCompress)
const zip = promisify<Buffer, { level: number }, Buffer>(gzip)

const compressors = {
  br: (text: Buffer) => brotli(text, { params: { ...fast, [zlib.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text: Buffer) => zip(text, { level: 3 }),
}
const encodings = Object.keys(compressors) as (keyof typeof compressors)[]

/**
 * Compresses answers of 1 KiB and more for clients that accept it. Downloads stay streams. Answers that may contain a secret
 * are never compressed, because their length would depend on whether the caller's own text resembles it (BREACH): each call
 * that returns a new key, token, code or password changes something, and so has an audit entry.
 */
export function compressAnswers(app: ApiServer): void {
  let running = 0
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (typeof payload !== 'string' || payload.length < leastBytes || !mayCompress(call)) return
    reply.header('vary', 'Accept-Encoding')
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings)
    if (encoding === null || running >= mostAtOnce) return
    running++
    try {
      const compressed = await compressors[encoding](Buffer.from(payload))
      reply.header('content-encoding', encoding)
      return compressed
    } finally {
      running--
    }
  })
}

/** Whether no response of the call contains a secret. */
export function mayCompress(call: Call | undefined): boolean {
  return call !== undefined && call.audit === undefined
}
