import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, firstRun, migrate, openDb } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { startPostgres, startRedis } from '@posthorn/standalone/services'
import { startRig } from './rig.js'
import { setScene } from './scene.js'

const log = () => {}

export type Product = Awaited<ReturnType<typeof openProduct>>

/** Starts the product's processes with a Postgres and a Redis of their own, after a first start. */
export async function openProduct() {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-routes-'))
  await chmod(dataDir, 0o755)
  const [postgres, redis] = await Promise.all([startPostgres({ dataDir, log }), startRedis({ dataDir, log })])
  await ensureDatabase(postgres.url)
  await migrate(postgres.url)
  await fill(postgres.url)
  const running = await serveProduct({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    FILES_DIR: join(dataDir, 'files'),
  })
  return {
    ...running,
    close: async () => {
      await running.close()
      await Promise.all([postgres.stop(), redis.stop()])
      await rm(dataDir, { recursive: true, force: true })
      await rm(postgres.folder, { recursive: true, force: true })
    },
  }
}

/** Starts the product's processes over a database after its first start. */
export async function serveProduct(env: Parameters<typeof startRig>[0]) {
  const rig = await startRig(env)
  const scene = await setScene(rig, env.DATABASE_URL)
  const close = async () => {
    await scene.close()
    await rig.stop()
  }
  return { rig, scene, close }
}

async function fill(databaseUrl: string): Promise<void> {
  const db = openDb(databaseUrl)
  const passwordHashes = { admin: '-', user: '-' } // nobody logs in
  const means = { nowMs: Date.now(), newId, hookKey: newSecret(), passwordHashes, hookConfirm: false }
  await firstRun(db, means, async () => {})
  await db.$disconnect()
}
