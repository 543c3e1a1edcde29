import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { saveDatabase } from '@posthorn/db'
import { saveRedis } from '@posthorn/queue'
import { versionId } from '@posthorn/server'
import { type Env, filesDirOf } from '../env.js'
import type { PrintLine } from '../services/index.js'
import { copyFiles, copyPrivately } from './copy-privately.js'
import { digestOf, filesFolder, ownFiles, redisFile, writeManifest } from './manifest.js'
import { describeTable, withPrefix } from './report.js'
import { openStores } from './stores.js'
import { withTemporaryRedis } from './temporary-redis.js'

type Choices = { parent: string; withRedis: boolean }

/**
 * Copies everything to a new folder below `parent`, while Posthorn runs or not. Redis is first: a delivery that is posted
 * in between is then in both, and is posted once. The other way round, it would be in neither.
 *
 * @returns the folder, readable by its owner only
 */
export async function makeBackup(env: Env, { parent, withRedis }: Choices, log: PrintLine): Promise<string> {
  const begun = new Date().toISOString()
  const folder = join(parent, begun.slice(0, 19).replaceAll(':', '-'))
  const part = `${folder}.part`
  mkdirSync(parent, { recursive: true })
  mkdirSync(part, { mode: 0o700 })
  process.once('exit', () => rmSync(part, { recursive: true, force: true })) // also after Ctrl-C
  const stores = await openStores(env, log)
  try {
    const redis = withRedis ? await copyRedis(stores.redisUrl, part, log) : undefined
    const database = await withPrefix('Postgres', () =>
      saveDatabase(stores.databaseUrl, part, table => log(describeTable(table))),
    )
    copyOwnFiles(env.DATA_DIR, part)
    await copyFiles(filesDirOf(env), join(part, filesFolder)) // after the tables: each of their files was stored
    writeManifest(part, { format: 1, version: versionId, begun, ...(redis && { redis }), database })
    renameSync(part, folder)
    return folder
  } finally {
    await stores.close()
  }
}

async function copyRedis(url: string, folder: string, log: PrintLine): Promise<string | undefined> {
  const file = join(folder, redisFile)
  await withPrefix('Redis', () =>
    withTemporaryRedis(log, async (copyUrl, copyFolder) => {
      await saveRedis(url, copyUrl)
      copyPrivately(join(copyFolder, 'dump.rdb'), file)
    }),
  )
  log('Redis: copied')
  return digestOf(file)
}

function copyOwnFiles(dataDir: string, folder: string): void {
  for (const name of ownFiles)
    if (existsSync(join(dataDir, name))) copyPrivately(join(dataDir, name), join(folder, name))
}
