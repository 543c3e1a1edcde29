import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const everyMs = 100
const piece = Buffer.alloc(4096)

/**
 * Writes a little into `folder`, synced, ten times per second until `work` has ended. Resolves to the milliseconds of the
 * slowest write. Redis and Postgres sync what they accept, so a disk that stalls for a second delays everybody, whatever an
 * attack does.
 */
export async function slowestWrite(folder: string, work: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  await using file = await open(join(folder, 'watched'), 'w')
  let slowestMs = 0
  while (!isOver) {
    const began = performance.now()
    await file.write(piece, 0, piece.length, 0)
    await file.datasync()
    slowestMs = Math.max(slowestMs, performance.now() - began)
    await delay(everyMs)
  }
  return slowestMs
}
