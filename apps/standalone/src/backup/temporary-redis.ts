import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PrintLine, startRedis } from '../services/index.js'

/** Nothing is written by itself: `dump.rdb` is loaded at the start, and saved on demand. */
const settings = { appendonly: 'no', dbfilename: 'dump.rdb' }

/**
 * Runs a Redis for the time of `act`, in a temporary folder.
 *
 * @param prepare is called with the folder where Redis finds its file `dump.rdb`
 */
export async function withTemporaryRedis<Result>(
  log: PrintLine,
  act: (url: string, folder: string) => Promise<Result>,
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-backup-'))
  const folder = join(dataDir, 'redis')
  try {
    await prepare(folder)
    const redis = await startRedis({ dataDir, settings, log })
    try {
      return await act(redis.url, folder)
    } finally {
      await redis.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
