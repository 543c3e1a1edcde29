import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Pieces, StorageAway } from '@posthorn/files'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartupError } from '../startup-error.js'
import type { BackupKey } from './backup-key.js'
import type { BackupPlace } from './places/place.js'

/** The files of a backup by their names, which may have folders. `bytes` and `sha256` are those before encryption. */
export type BackupFiles = {
  has: (name: string) => Promise<boolean>
  write: (name: string, parts: Pieces) => Promise<{ bytes: number; sha256: string }>
  read: (name: string) => Readable
}

/**
 * Opens the files of a backup. With a key, they are encrypted with age (https://age-encryption.org), whose chunks of 64 KiB are
 * numbered and authenticated: a file that was cut, reordered or changed cannot be read. Memory is bounded.
 *
 * @param onBytes is called with the size of each part that was written or read
 */
export function openBackupFiles(
  place: BackupPlace,
  key: BackupKey | undefined,
  onBytes: (count: number) => void = () => {},
): BackupFiles {
  const nameOf = (name: string) => (key ? `${name}.age` : name)
  return {
    has: name => place.has(nameOf(name)),
    write: async (name, parts) => {
      const hash = createHash('sha256')
      let bytes = 0
      const measured = passing(parts, part => {
        hash.update(part)
        bytes += part.length
        onBytes(part.length)
      })
      await place.write(nameOf(name), key ? await encrypted(measured, key.recipient) : measured)
      return { bytes, sha256: hash.digest('hex') }
    },
    read: name => {
      const stored = place.read(nameOf(name))
      const parts = key ? decrypted(stored, key.identity, nameOf(name)) : stored
      return Readable.from(passing(parts, ({ length }) => onBytes(length)))
    },
  }
}

async function encrypted(parts: Pieces, recipient: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(Readable.toWeb(Readable.from(parts)) as ReadableStream<Uint8Array>)
}

async function* decrypted(
  stored: AsyncIterable<Uint8Array>,
  identity: string | undefined,
  name: string,
): AsyncGenerator<Uint8Array> {
  if (identity === undefined)
    throw new StartupError(`${name} is encrypted. Set BACKUP_KEY to the secret key: AGE-SECRET-KEY-1…`)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const source = Readable.from(stored)
  try {
    yield* await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
  } catch (error) {
    throw isOfStorage(error) ? error : unreadable(name, error)
  } finally {
    source.destroy()
  }
}

/** Whether the file could not be read at all. */
function isOfStorage(error: unknown): boolean {
  return error instanceof StorageAway || (error as NodeJS.ErrnoException).code !== undefined
}

function unreadable(name: string, error: unknown): StartupError {
  return /no identity matched/i.test(String(error))
    ? new StartupError(`${name} was encrypted with another key than BACKUP_KEY`)
    : new StartupError(`${name} is damaged. Use another backup`)
}

/** Yields parts, and calls `onPart` with each. */
async function* passing(parts: Pieces, onPart: (part: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    onPart(part)
    yield part
  }
}
