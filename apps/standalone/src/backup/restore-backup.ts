import { join } from 'node:path'
import { restoreDatabase } from '@posthorn/db'
import { assertRedisSupported, restoreRedis } from '@posthorn/queue'
import { reasonOf } from '@posthorn/server'
import { type Env, filesDirOf } from '../env.js'
import { cacheDir, findRedis, type PrintLine } from '../services/index.js'
import { StartupError } from '../startup-error.js'
import type { BackupFiles } from './backup-files.js'
import { restoreFile, restoreFiles } from './copy-files.js'
import { type Manifest, ownFiles, redisFile } from './manifest.js'
import { describeFiles, describeTable, withPrefix } from './report.js'
import { startStores } from './stores.js'
import { withTemporaryRedis } from './temporary-redis.js'
import type { OpenedBackup } from './verify-backup.js'

/**
 * Restores an opened backup into an empty DATA_DIR, or into the empty Postgres and Redis that the environment names.
 *
 * @returns what was restored
 */
export async function restoreBackup(
  env: Env,
  { files, manifest, withRedis }: OpenedBackup & { withRedis: boolean },
  log: PrintLine,
): Promise<Manifest> {
  const hasRedis = manifest.redis !== undefined && withRedis
  if (hasRedis) await assertRedis(env.DATA_DIR, log)
  const stores = await startStores(env, log)
  try {
    if (hasRedis) await withPrefix('Redis', () => assertRedisSupported(stores.redisUrl))
    await withPrefix('Postgres', () =>
      restoreDatabase(stores.databaseUrl, files.read, manifest.database, table => log(describeTable(table))),
    )
    if (hasRedis) await restoreKeys(files, stores.redisUrl, log)
    await restoreOwnFiles(files, env.DATA_DIR)
    if (manifest.files) log(await restorePostFiles(env, files, manifest.files))
    return manifest
  } finally {
    await stores.close()
  }
}

async function restoreKeys(files: BackupFiles, targetUrl: string, log: PrintLine): Promise<void> {
  const prepare = (redisFolder: string) => restoreFile(files, redisFile, join(redisFolder, 'dump.rdb'))
  const copy = (url: string) => restoreRedis(url, targetUrl)
  const keys = await withPrefix('Redis', () => withTemporaryRedis(log, copy, prepare))
  log(`Redis: ${keys} keys`)
}

/** @throws StartupError without a redis-server, before anything is restored */
async function assertRedis(dataDir: string, log: PrintLine): Promise<void> {
  await findRedis(cacheDir(dataDir), log).catch(error => {
    throw new StartupError(
      `${reasonOf(error)} Or use --no-redis, without the deliveries that waited at the time of the backup.`,
    )
  })
}

/** Never replaces a file: a new key would make the secrets of another database unreadable. */
async function restoreOwnFiles(files: BackupFiles, dataDir: string): Promise<void> {
  for (const name of ownFiles) if (await files.has(name)) await restoreFile(files, name, join(dataDir, name))
}

/** Returns a line about what was restored. */
async function restorePostFiles(env: Env, files: BackupFiles, saved: { count: number; bytes: number }) {
  const filesDir = filesDirOf(env)
  if (filesDir === undefined) return `Files: ${saved.count}, not restored into the bucket ${env.S3_BUCKET}`
  await restoreFiles(files, filesDir)
  return describeFiles(saved)
}
