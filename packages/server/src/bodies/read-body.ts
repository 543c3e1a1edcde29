import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { BodyBudget, BodyTrouble } from './body-budget.js'

type NoBody = 'too_large' | 'aborted' | BodyTrouble

/** Why there is no body. */
export type Unread = NoBody | Uninflatable

/** Larger bodies are parsed in a thread, because 1 MiB of JSON takes 10 ms or more. */
export const largeFromBytes = 64 * 1024

export type BodyRules = {
  limitBytes: number
  budget: BodyBudget
  /** The owner whose share of the budget it uses. */
  owner: string
  /** Called before the first byte of a body that is not too large is read. */
  invite: () => void
}

const firstCapacityBytes = 1024
const empty = Buffer.alloc(0)

type Gathered = ReturnType<typeof gather>

/**
 * Reads a body, and undoes its `Content-Encoding`. The limit applies to both sizes. Call it once the call was counted. Returns
 * `aborted` if the connection ends before the body does. Bodies of GET and HEAD are never read.
 */
export async function readBody(message: IncomingMessage, rules: BodyRules): Promise<Uint8Array | Unread> {
  if (message.method === 'GET' || message.method === 'HEAD') return empty
  const body = await readBytes(message, rules)
  const encoding = message.headers['content-encoding']
  return typeof body === 'string' || encoding === undefined ? body : inflate(body, encoding, rules.limitBytes)
}

function readBytes(message: IncomingMessage, rules: BodyRules): Promise<Buffer | NoBody> {
  const { 'content-length': length, 'transfer-encoding': coding } = message.headers
  // it has no body (RFC 9112, 6.3). If the parser fails at the bytes that follow, neither `end` nor `close` comes
  if (length === undefined && coding === undefined) return Promise.resolve(empty)
  const declaredBytes = Number(length ?? 0)
  if (declaredBytes > rules.limitBytes) return Promise.resolve('too_large')
  rules.invite()
  return new Promise(resolve => {
    let isOver = false
    const finish = (body: Buffer | NoBody) => {
      if (isOver) return
      isOver = true
      count.end()
      resolve(body)
    }
    const count = rules.budget.begin(rules.owner, () => finish('body_too_slow'))
    let gathered: Gathered | undefined
    message.on('data', (piece: Buffer) => {
      if (isOver) return
      if (piece.length === declaredBytes) return finish(piece) // as nearly always, the body is one piece
      gathered ??= gather(rules.limitBytes)
      const growth = gathered.add(piece)
      const trouble = growth === undefined ? 'too_large' : count.take(piece.length, growth)
      if (trouble) finish(trouble)
    })
    message.on('end', () => finish(gathered?.whole() ?? empty))
    message.on('close', () => finish('aborted'))
    message.on('error', () => finish('aborted'))
  })
}

/** Joins pieces in one buffer, so that many small ones take no more memory than their bytes. */
function gather(limitBytes: number) {
  let space = empty
  let bytes = 0
  return {
    /** Returns by how many bytes the buffer grew, or undefined if the limit is exceeded. */
    add: (piece: Buffer): number | undefined => {
      const [before, neededBytes] = [space, bytes + piece.length]
      if (neededBytes > limitBytes) return undefined
      if (neededBytes > space.length) {
        const wanted = Math.max(neededBytes, 2 * space.length, firstCapacityBytes)
        space = Buffer.allocUnsafeSlow(Math.min(wanted, limitBytes))
        before.copy(space, 0, 0, bytes)
      }
      piece.copy(space, bytes)
      bytes = neededBytes
      return space.length - before.length
    },
    whole: () => space.subarray(0, bytes),
  }
}

const inflateGzip = promisify(gunzip)

/** Why a body could not be inflated. */
type Uninflatable = 'too_large' | 'not_gzip' | 'unknown_encoding'

/**
 * Undoes the body's `Content-Encoding`: gzip or none. The limit applies to the result, so a small body cannot become a huge
 * one.
 */
async function inflate(
  body: Buffer,
  encoding: string | undefined,
  limitBytes: number,
): Promise<Buffer | Uninflatable> {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return body
    case 'gzip':
    case 'x-gzip':
      return inflateGzip(body, { maxOutputLength: limitBytes }).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'not_gzip',
      )
    default:
      return 'unknown_encoding'
  }
}
