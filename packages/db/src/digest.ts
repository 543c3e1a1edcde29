import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a secret: the only form in which tokens, keys and codes are stored. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}
