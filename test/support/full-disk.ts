import { existsSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from '@posthorn/queue'
import { expect } from 'vitest'
import { eventually } from './eventually.js'

/** Whether the system has a device that is always full, as Linux does. */
export const canFillDisk = existsSync('/dev/full')

/** Makes all further writes of this Redis to its append-only file fail with “no space left on device”. */
export async function fillDisk(redis: Redis): Promise<{ makeRoom: () => Promise<void> }> {
  const [, dir = ''] = (await redis.config('GET', 'dir')) as string[]
  const next = join(dir, 'appendonlydir', 'appendonly.aof.2.incr.aof')
  await symlink('/dev/full', next)
  await redis.bgrewriteaof() // Redis continues in the next file
  // a Redis that syncs every write exits at the first one, which may be a worker's
  const rewriting = () => redis.info('persistence').catch(() => 'aof_rewrite_in_progress:0')
  await eventually(async () => expect(await rewriting()).toContain('aof_rewrite_in_progress:0'))
  const makeRoom = async () => {
    await rm(next)
    await writeFile(next, '')
  }
  return { makeRoom }
}
