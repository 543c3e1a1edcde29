import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** Encrypts secrets before they are stored, each for its owner: it opens for no other. */
export type SecretBox = {
  /** Returns the encrypted secret, or undefined if the server has no key. */
  seal: (secret: string, owner: string) => string | undefined
  /** Returns the secret, or undefined if its key is missing, it was changed, or it belongs to another owner. */
  open: (sealed: string, owner: string) => string | undefined
  /** Whether the secret was encrypted with the key that `seal` uses. */
  isCurrent: (sealed: string) => boolean
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const keyIdLength = 8

type Key = { id: string; bytes: Uint8Array }

/**
 * Opens a box with AES-256-GCM keys of 32 bytes. `current` encrypts, both decrypt. A sealed secret is
 * `<id of its key>.<IV, tag and ciphertext in base64url>`.
 */
export function openSecretBox(current?: Uint8Array, previous?: Uint8Array): SecretBox {
  const [own, former] = [current, previous].map(keyOf)
  return {
    seal: (secret, owner) => own && seal(own, secret, owner),
    open: (sealed, owner) => {
      const key = [own, former].find(one => one?.id === idIn(sealed))
      return key && open(key, sealed, owner)
    },
    isCurrent: sealed => own !== undefined && idIn(sealed) === own.id,
  }
}

function keyOf(bytes: Uint8Array | undefined): Key | undefined {
  return bytes && { id: hash('sha256', bytes, 'hex').slice(0, keyIdLength), bytes }
}

const idIn = (sealed: string) => sealed.slice(0, sealed.indexOf('.'))

function seal(key: Key, secret: string, owner: string): string {
  const iv = randomBytes(ivBytes)
  const encrypting = createCipheriv(cipher, key.bytes, iv).setAAD(Buffer.from(owner))
  const text = Buffer.concat([encrypting.update(secret, 'utf8'), encrypting.final()])
  return `${key.id}.${Buffer.concat([iv, encrypting.getAuthTag(), text]).toString('base64url')}`
}

function open(key: Key, sealed: string, owner: string): string | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  if (bytes.length < ivBytes + tagBytes) return undefined
  const decrypting = createDecipheriv(cipher, key.bytes, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decrypting.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const text = decrypting.update(bytes.subarray(ivBytes + tagBytes))
    return Buffer.concat([text, decrypting.final()]).toString('utf8')
  } catch {
    return undefined // Node reports a wrong tag only by throwing
  }
}
