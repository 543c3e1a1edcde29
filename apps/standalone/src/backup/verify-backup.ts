import { StartupError } from '../startup-error.js'
import { type BackupFiles, openBackupFiles } from './backup-files.js'
import type { BackupKey } from './backup-key.js'
import { listedFiles } from './copy-files.js'
import { type Manifest, readManifest, verifyFile, verifyStores } from './manifest.js'
import { type BackupPlace, manifestFile, manifestsIn } from './places/place.js'
import type { ByteProgress } from './progress.js'

export type OpenedBackup = { files: BackupFiles; manifest: Manifest }

/**
 * Opens a backup, and checks every file in it.
 *
 * @throws StartupError if one is missing, damaged or encrypted with another key
 */
export async function openBackup(
  place: BackupPlace,
  key: BackupKey | undefined,
  { add, expect }: Pick<ByteProgress, 'add' | 'expect'>,
): Promise<OpenedBackup> {
  const { isPlain, isEncrypted } = await manifestsIn(place)
  if (!isPlain && !isEncrypted) throw await noBackupIn(place)
  if (isEncrypted && key?.identity === undefined) throw new StartupError(whyUnreadable(place.address, key))
  const files = openBackupFiles(place, isEncrypted ? key : undefined, add)
  const manifest = await readManifest(files)
  expect(bytesIn(manifest))
  await verifyStores(files, manifest)
  if (manifest.files) await verifyFiles(files, manifest.files.count)
  expect(bytesIn(manifest)) // a restore reads everything once more
  return { files, manifest }
}

const secretKey = 'the secret key: the line of backup.key that begins with AGE-SECRET-KEY-1'

function whyUnreadable(address: string, key: BackupKey | undefined): string {
  return key
    ? `${address} is encrypted, and BACKUP_KEY is a public key, which only makes backups. Set it to ${secretKey}`
    : `${address} is encrypted. Set BACKUP_KEY to ${secretKey}`
}

/** Names the backups that are in this folder. One that was interrupted has no manifest either. */
async function noBackupIn({ address, folders }: BackupPlace): Promise<StartupError> {
  const found = (await folders()).filter(name => /^\d{4}-\d\d-\d\dT[\d-]+$/.test(name)).toSorted()
  const words = `${address} is no backup: it has no ${manifestFile}`
  return new StartupError(
    found.length === 0 ? words : `${words}. The newest of ${found.length} in it is ${found.at(-1)}`,
  )
}

/** Returns the size of everything whose size is known. */
function bytesIn({ database, files }: Manifest): number {
  return database.tables.reduce((sum, { bytes }) => sum + bytes, files?.bytes ?? 0)
}

async function verifyFiles(files: BackupFiles, expected: number): Promise<void> {
  let count = 0
  for await (const { name, sha256 } of listedFiles(files)) {
    await verifyFile(files, name, sha256)
    count++
  }
  if (count !== expected)
    throw new StartupError(`The list has ${count} files of posts instead of ${expected}. Use another backup`)
}
