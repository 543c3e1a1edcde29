import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { restoreDatabase } from '@posthorn/db'
import { restoreRedis } from '@posthorn/queue'
import { type Env, filesDirOf } from '../env.js'
import type { PrintLine } from '../services/index.js'
import { copyFiles, copyPrivately } from './copy-privately.js'
import { filesFolder, type Manifest, ownFiles, readManifest, redisFile } from './manifest.js'
import { describeTable, withPrefix } from './report.js'
import { startStores } from './stores.js'
import { withTemporaryRedis } from './temporary-redis.js'

/**
 * Restores a backup into an empty DATA_DIR, or into the empty Postgres and Redis that the environment names. Checks every file
 * first.
 *
 * @returns what was restored
 */
export async function restoreBackup(env: Env, folder: string, log: PrintLine): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const stores = await startStores(env, log)
  try {
    await withPrefix('Postgres', () =>
      restoreDatabase(stores.databaseUrl, folder, manifest.database, table => log(describeTable(table))),
    )
    if (manifest.redis !== undefined) await restoreKeys(folder, stores.redisUrl, log)
    restoreOwnFiles(folder, env.DATA_DIR)
    await copyFiles(join(folder, filesFolder), filesDirOf(env))
    return manifest
  } finally {
    await stores.close()
  }
}

async function restoreKeys(folder: string, targetUrl: string, log: PrintLine): Promise<void> {
  const prepare = (redisFolder: string) => {
    mkdirSync(redisFolder, { mode: 0o700 })
    copyPrivately(join(folder, redisFile), join(redisFolder, 'dump.rdb'))
  }
  const copy = (url: string) => restoreRedis(url, targetUrl)
  const keys = await withPrefix('Redis', () => withTemporaryRedis(log, copy, prepare))
  log(`Redis: ${keys} keys`)
}

/** Never replaces a file: a new key would make the secrets of another database unreadable. */
function restoreOwnFiles(folder: string, dataDir: string): void {
  for (const name of ownFiles) {
    const [from, to] = [join(folder, name), join(dataDir, name)]
    if (existsSync(from) && !existsSync(to)) copyPrivately(from, to)
  }
}
