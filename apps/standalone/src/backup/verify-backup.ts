import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.js'
import { type BackupFiles, openBackupFiles } from './backup-files.js'
import type { BackupKey } from './backup-key.js'
import { listedFiles } from './copy-files.js'
import { type Manifest, manifestFile, readManifest, verifyFile, verifyStores } from './manifest.js'
import type { ByteProgress } from './progress.js'

export type OpenedBackup = { files: BackupFiles; manifest: Manifest }

/**
 * Opens a backup, and checks every file in it.
 *
 * @throws StartupError if one is missing, damaged or encrypted with another key
 */
export async function openBackup(
  folder: string,
  key: BackupKey | undefined,
  { add, expect }: Pick<ByteProgress, 'add' | 'expect'>,
): Promise<OpenedBackup> {
  const [plain, encrypted] = [manifestFile, `${manifestFile}.age`].map(name => existsSync(join(folder, name)))
  if (!plain && !encrypted) throw new StartupError(`${folder} is no backup: it has no ${manifestFile}`)
  if (encrypted && !key) throw new StartupError(`${folder} is encrypted. Set BACKUP_KEY`)
  const files = openBackupFiles(folder, encrypted ? key : undefined, add)
  const manifest = await readManifest(files)
  expect(bytesIn(manifest))
  await verifyStores(files, manifest)
  if (manifest.files) await verifyFiles(files, manifest.files.count)
  expect(bytesIn(manifest)) // a restore reads everything once more
  return { files, manifest }
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
