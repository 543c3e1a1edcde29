import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace, NewBackupPlace } from './place.js'

/** Opens a folder with a backup. New files are readable by their owner only. */
export function openFolderPlace(folder: string): BackupPlace {
  return {
    address: folder,
    has: async name => existsSync(join(folder, name)),
    write: async (name, parts) => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    },
    read: name => createReadStream(join(folder, name)),
    folders: async () => {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
    },
  }
}

/** Begins a backup in a new folder, which is called `.part` until it is complete. */
export function newFolderPlace(parent: string, name: string): NewBackupPlace {
  const folder = join(parent, name)
  const part = `${folder}.part`
  const discard = () => rmSync(part, { recursive: true, force: true })
  mkdirSync(parent, { recursive: true })
  mkdirSync(part, { mode: 0o700 })
  process.once('exit', discard) // also after a second Ctrl-C
  return {
    ...openFolderPlace(part),
    finish: async () => {
      renameSync(part, folder)
      return folder
    },
    discard: async () => discard(),
  }
}
