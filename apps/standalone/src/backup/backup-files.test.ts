import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openBackupFiles } from './backup-files.js'
import { newBackupKey, readBackupKey } from './backup-key.js'
import { openFolderPlace } from './places/folder.js'

const chunk = 64 * 1024
const content = Buffer.alloc(3 * chunk + 100, 'All work and no play. ')

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-backup-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes a file with a new key, and returns functions that read it again after a change of its bytes. */
async function startEncrypted() {
  const [folder, key] = [tempFolder(), await newBackupKey()]
  const files = openBackupFiles(openFolderPlace(folder), key)
  await files.write('a/posts', [content.subarray(0, 1000), content.subarray(1000)])
  const path = join(folder, 'a/posts.age')
  const stored = readFileSync(path)
  const read = (changed: Buffer = stored) => {
    writeFileSync(path, changed)
    return buffer(files.read('a/posts'))
  }
  return { folder, key, stored, read }
}

test('reads what was written, with and without a key, and a key hides it', async () => {
  const plain = openBackupFiles(openFolderPlace(tempFolder()), undefined)
  const written = await plain.write('posts', [content])
  expect(await buffer(plain.read('posts'))).toEqual(content)
  const { stored, read, key, folder } = await startEncrypted()
  expect(stored.includes('All work')).toBe(false)
  expect(await read()).toEqual(content)
  expect(await openBackupFiles(openFolderPlace(folder), key).write('b', [content])).toEqual(written)
})

test('an encrypted file that was cut, reordered, extended or changed cannot be read', async () => {
  const { stored, read } = await startEncrypted()
  const [block, end] = [chunk + 16, stored.length]
  const first = end - 100 - 16 - 3 * block
  const piece = (from: number) => stored.subarray(first + from * block, first + (from + 1) * block)
  const flipped = Buffer.from(stored)
  flipped[first + 5] = (flipped[first + 5] ?? 0) ^ 1
  const swapped = Buffer.concat([
    stored.subarray(0, first),
    piece(1),
    piece(0),
    stored.subarray(first + 2 * block),
  ])
  const damaged = [flipped, swapped, stored.subarray(0, first + 2 * block), stored.subarray(0, end - 1)]
  damaged.push(stored.subarray(0, 50), Buffer.concat([stored, Buffer.from('x')]), Buffer.alloc(0))
  for (const changed of damaged) await expect(read(changed)).rejects.toThrow(/posts\.age is damaged/)
})

test('only the secret key reads an encrypted file, and the public one is enough to write it', async () => {
  const { folder, key, read } = await startEncrypted()
  await read()
  const other = openBackupFiles(openFolderPlace(folder), await newBackupKey())
  await expect(buffer(other.read('a/posts'))).rejects.toThrow(/encrypted with another key/)
  const publicOnly = openBackupFiles(openFolderPlace(folder), await readBackupKey(key.recipient))
  await publicOnly.write('c', [content])
  await expect(buffer(publicOnly.read('c'))).rejects.toThrow(/Set BACKUP_KEY to the secret key/)
  expect(
    await buffer(openBackupFiles(openFolderPlace(folder), await readBackupKey(key.identity)).read('c')),
  ).toEqual(content)
})

test('refuses what is no key, without repeating it', async () => {
  const refused = await readBackupKey('AGE-SECRET-KEY-1BROKEN').catch(String)
  expect(refused).toMatch(/must be age1… or AGE-SECRET-KEY-1…/)
  expect(refused).not.toContain('BROKEN')
})
