import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { BackupFiles } from './backup-files.js'
import { filesFolder, filesList } from './manifest.js'

type Counted = { count: number; bytes: number; sha256: string }

/**
 * Copies the files of posts into a backup, with a list of their digests like that of `sha256sum`. Leaves out uploads in progress
 * and files that are deleted meanwhile.
 */
export async function saveFiles(from: string, files: BackupFiles): Promise<Counted> {
  let [count, bytes] = [0, 0]
  const lines = async function* () {
    for await (const name of namesIn(from)) {
      const source = await open(join(from, name)).catch(ignoreMissing)
      if (!source) continue
      const copied = await files.write(join(filesFolder, name), source.createReadStream())
      count++
      bytes += copied.bytes
      yield Buffer.from(`${copied.sha256}  ${join(filesFolder, name)}\n`)
    }
  }
  const { sha256 } = await files.write(filesList, lines())
  return { count, bytes, sha256 }
}

async function* namesIn(from: string): AsyncGenerator<string> {
  for (const folder of existsSync(from) ? await readdir(from) : [])
    if (/^[a-z0-9]{2}$/.test(folder))
      for (const name of await readdir(join(from, folder))) yield join(folder, name)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Yields the names and digests of the files of posts in a backup. */
export async function* listedFiles(files: BackupFiles): AsyncGenerator<{ name: string; sha256: string }> {
  const lines = createInterface({ input: files.read(filesList), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    const [sha256 = '', name = ''] = line.split('  ')
    if (/^files\/[a-z0-9]{2}\/[a-z0-9_.-]+$/.test(name)) yield { name, sha256 }
  }
}

/** Restores the files of posts. Replaces none. */
export async function restoreFiles(files: BackupFiles, to: string): Promise<void> {
  for await (const { name } of listedFiles(files))
    await restoreFile(files, name, join(to, name.slice(filesFolder.length + 1)))
}

/** Restores a file so that only its owner can read it, unless there is one. */
export async function restoreFile(files: BackupFiles, name: string, to: string): Promise<void> {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  await pipeline(files.read(name), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}
