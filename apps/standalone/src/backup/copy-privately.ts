import { chmodSync, constants, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies a file so that only its owner can read the copy. */
export function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

/** Copies the files of posts, if there are any, without uploads in progress and those deleted meanwhile. Replaces none. */
export async function copyFiles(from: string, to: string): Promise<void> {
  for (const folder of existsSync(from) ? await readdir(from) : []) {
    if (!/^[a-z0-9]{2}$/.test(folder)) continue
    mkdirSync(join(to, folder), { recursive: true, mode: 0o700 })
    for (const name of await readdir(join(from, folder)))
      await copyFile(join(from, folder, name), join(to, folder, name), constants.COPYFILE_EXCL).catch(
        error => {
          if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
        },
      )
  }
}
