import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, migrate, openDb } from '@posthorn/db'
import { startPostgres, startRedis } from '@posthorn/standalone/services'
import { openSender } from '../load/sender.js'
import { forget } from '../measure/held.js'
import { withRedis } from '../measure/redis.js'
import { type Keys, makeHooks } from './hooks.js'

/** Postgres and Redis for all measurements, and the sender. */
export type Rig = Awaited<ReturnType<typeof openRig>>

/** Syncs everything as promised. Postgres records the time of each commit. `keptIn`: a folder whose tables outlive the run. */
export async function openRig(keptIn?: string) {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'posthorn-bench-')))
  const log = () => {}
  const settings = { track_commit_timestamp: 'on' }
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, settings, log }),
    startRedis({ dataDir, log }),
  ])
  await ensureDatabase(postgres.url)
  await migrate(postgres.url)
  const db = openDb(postgres.url, { queryTimeoutMs: 300_000 })
  const keys: Keys = await makeHooks(db)
  const sender = await openSender()
  const close = async () => {
    await sender.stop()
    await db.$disconnect()
    await Promise.all([postgres.stop(), redis.stop()])
    if (keptIn !== undefined) return
    await rm(dataDir, { recursive: true, force: true })
    await rm(postgres.folder, { recursive: true, force: true })
  }
  return {
    db,
    env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' },
    keys,
    send: sender.send,
    /** The processes that both systems use. */
    processes: [
      { name: 'Redis', pid: redis.pid },
      { name: 'Postgres', pid: postgres.pid },
    ],
    /** Deletes everything that a failed part left behind. No process of a system runs meanwhile. */
    reset: async () => {
      await forget(db)
      await withRedis(redis.url, connection => connection.flushall())
    },
    redisVersion: () => redisVersion(redis.url),
    close,
  }
}

async function redisVersion(url: string): Promise<string> {
  const info = await withRedis(url, redis => redis.info('server'))
  return /^(?:valkey|redis)_version:(\S+)/m.exec(info)?.[1] ?? ''
}
