import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartupError } from '../startup-error.js'
import type { BackupKey } from './backup-key.js'

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The files of a backup by their names, which may have folders. `bytes` and `sha256` are those before encryption. */
export type BackupFiles = {
  has: (name: string) => boolean
  write: (name: string, parts: Parts) => Promise<{ bytes: number; sha256: string }>
  read: (name: string) => Readable
}

/**
 * Opens the files of a backup. With a key, they are encrypted with age (https://age-encryption.org), whose chunks of 64 KiB are
 * numbered and authenticated: a file that was cut, reordered or changed cannot be read. Memory is bounded.
 *
 * @param onBytes is called with the size of each part that was written or read
 */
export function openBackupFiles(
  folder: string,
  key: BackupKey | undefined,
  onBytes: (count: number) => void = () => {},
): BackupFiles {
  const pathOf = (name: string) => join(folder, key ? `${name}.age` : name)
  return {
    has: name => existsSync(pathOf(name)),
    write: async (name, parts) => {
      const hash = createHash('sha256')
      let bytes = 0
      const measured = passing(parts, part => {
        hash.update(part)
        bytes += part.length
        onBytes(part.length)
      })
      mkdirSync(dirname(pathOf(name)), { recursive: true, mode: 0o700 })
      const content = key ? await encrypted(measured, key.recipient) : measured
      await pipeline(content, createWriteStream(pathOf(name), { flags: 'wx', mode: 0o600, flush: true }))
      return { bytes, sha256: hash.digest('hex') }
    },
    read: name => {
      const parts = key ? decrypted(pathOf(name), key.identity) : createReadStream(pathOf(name))
      return Readable.from(passing(parts, ({ length }) => onBytes(length)))
    },
  }
}

async function encrypted(parts: Parts, recipient: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(Readable.toWeb(Readable.from(parts)) as ReadableStream<Uint8Array>)
}

async function* decrypted(file: string, identity: string | undefined): AsyncGenerator<Uint8Array> {
  if (identity === undefined)
    throw new StartupError(`${file} is encrypted. Set BACKUP_KEY to the secret key: AGE-SECRET-KEY-1…`)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const stored = createReadStream(file)
  try {
    yield* await decrypter.decrypt(Readable.toWeb(stored) as ReadableStream<Uint8Array>)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? unreadable(file, error) : error
  } finally {
    stored.destroy()
  }
}

function unreadable(file: string, error: unknown): StartupError {
  return /no identity matched/i.test(String(error))
    ? new StartupError(`${file} was encrypted with another key than BACKUP_KEY`)
    : new StartupError(`${file} is damaged. Use another backup`)
}

/** Yields parts, and calls `onPart` with each. */
async function* passing(parts: Parts, onPart: (part: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    onPart(part)
    yield part
  }
}
