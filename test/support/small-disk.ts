import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Why no disk of its own can be mounted here, or undefined. */
export const noSmallDisk =
  process.platform !== 'linux' || userInfo().uid !== 0
    ? 'mounting a small disk needs root on Linux'
    : undefined

/** Mounts an empty disk of this size, until the end of the test. Call it before you start what uses the disk. */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'posthorn-test', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]) // also while a failed test still uses it
    rmSync(folder, { recursive: true, force: true })
  })
  const filler = join(folder, 'somebody-elses-file')
  return {
    folder,
    /** Takes what is free, to the last block. */
    fill: () => fillWith(filler),
    makeRoom: () => rmSync(filler, { force: true }),
  }
}

function fillWith(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (const bytes of [1024 * 1024, 4096]) writeUntilFull(descriptor, Buffer.alloc(bytes))
  } finally {
    closeSync(descriptor)
  }
}

function writeUntilFull(descriptor: number, block: Buffer): void {
  try {
    for (;;) if (writeSync(descriptor, block) < block.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
