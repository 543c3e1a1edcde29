import type { Pieces } from '@posthorn/files'

/** Describes the backup, and is written last. */
export const manifestFile = 'manifest.json'

/** Where the files of one backup are, by their names, which may have folders. */
export type BackupPlace = {
  /** What a person calls it. */
  address: string
  has: (name: string) => Promise<boolean>
  write: (name: string, parts: Pieces) => Promise<void>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Returns the names of the folders in it. */
  folders: () => Promise<string[]>
}

/** The place of a backup that is being made. It looks incomplete until `finish`, which returns its address. */
export type NewBackupPlace = BackupPlace & { finish: () => Promise<string>; discard: () => Promise<void> }

/** Whether a complete backup is there, without or with encryption. */
export async function manifestsIn({
  has,
}: Pick<BackupPlace, 'has'>): Promise<{ isPlain: boolean; isEncrypted: boolean }> {
  const [isPlain = false, isEncrypted = false] = await Promise.all(
    [manifestFile, `${manifestFile}.age`].map(has),
  )
  return { isPlain, isEncrypted }
}
