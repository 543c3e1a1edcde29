import { chmodSync, copyFileSync } from 'node:fs'

/** Copies a file so that only its owner can read the copy. */
export function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}
