import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const inflateGzip = promisify(gunzip)

/** Why a body could not be inflated. */
export type Uninflatable = 'too_large' | 'not_gzip' | 'unknown_encoding'

/**
 * Undoes the body's `Content-Encoding`: gzip or none. The limit applies to the result, so a small body cannot become a huge
 * one.
 */
export async function inflate(
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
