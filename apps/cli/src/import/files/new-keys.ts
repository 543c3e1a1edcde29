import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'

const alphabet = 'abcdefghijklmnopqrstuvwxyz012345'

/** Returns a key made of the secret part of an old URL, so that a repeated import finds the same hook. */
export function movedKey(old: string): string {
  const bytes = createHash('sha256').update(`posthorn key for ${old}`).digest()
  return Array.from(bytes.subarray(0, 26), byte => alphabet[byte % 32]).join('')
}

/** Returns an ID for a hook whose source has none but its secret, which reports must not contain. */
export function hookIdOf(secret: string): string {
  return createHash('sha256').update(`posthorn hook ${secret}`).digest('hex').slice(0, 26)
}

/** An old URL, and the ID in the source and the key here of its hook. */
export type MovedUrl = { url: string; id: string; key: string }

/** Writes the table of old and new URLs, which only the user can read, because URLs of hooks are secrets. */
export function writeUrls(file: string, moved: MovedUrl[], baseUrl: string): void {
  const lines = moved.map(({ url, key }) => `${url},${baseUrl}/hooks/${key}`)
  writeFileSync(file, ['old,new', ...lines, ''].join('\n'), { mode: 0o600 })
}
