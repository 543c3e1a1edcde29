import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartupError } from '../startup-error.js'

/** `recipient` encrypts, `identity` decrypts. A machine that only makes backups needs no `identity`. */
export type BackupKey = { recipient: string; identity?: string }

/** Reads BACKUP_KEY: a secret key, or the public one. Errors never repeat it. @throws StartupError if it is neither */
export async function readBackupKey(text: string | undefined): Promise<BackupKey | undefined> {
  if (text === undefined) return undefined
  if (/^age1[0-9a-z]{58}$/.test(text)) return { recipient: text }
  try {
    return { recipient: await identityToRecipient(text), identity: text }
  } catch {
    throw new StartupError('BACKUP_KEY must be age1… or AGE-SECRET-KEY-1…: posthorn backup key makes both')
  }
}

/** Returns a new secret key and its public key. */
export async function newBackupKey(): Promise<Required<BackupKey>> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
