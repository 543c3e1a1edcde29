import { existsSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from '@posthorn/queue'
import { expect } from 'vitest'
import { eventually } from './eventually.js'

/** Linux has a device that is always full. */
export const canFillDisk = existsSync('/dev/full')

/** From now on whatever this Redis writes to its append-only file fails: no space left on device. */
export async function fillDisk(redis: Redis): Promise<{ makeRoom: () => Promise<void> }> {
  const [, dir = ''] = (await redis.config('GET', 'dir')) as string[]
  const next = join(dir, 'appendonlydir', 'appendonly.aof.2.incr.aof')
  await symlink('/dev/full', next)
  await redis.bgrewriteaof() // Redis goes on in the next file
  // one that syncs every write ends with the first, which may be a worker's own
  const rewriting = () => redis.info('persistence').catch(() => 'aof_rewrite_in_progress:0, and gone')
  await eventually(async () => expect(await rewriting()).toContain('aof_rewrite_in_progress:0'))
  const makeRoom = async () => {
    await rm(next)
    await writeFile(next, '')
  }
  return { makeRoom }
}
