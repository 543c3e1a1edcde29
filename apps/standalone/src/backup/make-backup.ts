import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { saveDatabase } from '@posthorn/db'
import { saveRedis } from '@posthorn/queue'
import { versionId } from '@posthorn/server'
import { type Env, filesDirOf } from '../env.js'
import type { PrintLine } from '../services/index.js'
import { type BackupFiles, openBackupFiles } from './backup-files.js'
import type { BackupKey } from './backup-key.js'
import { saveFiles } from './copy-files.js'
import { ownFiles, redisFile, writeManifest } from './manifest.js'
import { describeFiles, describeTable, inMebibytes, withPrefix } from './report.js'
import { openStores } from './stores.js'
import { withTemporaryRedis } from './temporary-redis.js'

type Choices = {
  parent: string
  withRedis: boolean
  key: BackupKey | undefined
  onBytes: (count: number) => void
}

/**
 * Copies everything to a new folder below `parent`, while Posthorn runs or not. Redis is first: a delivery that is posted
 * in between is then in both, and is posted once. The other way round, it would be in neither.
 *
 * @returns the folder, readable by its owner only
 */
export async function makeBackup(
  env: Env,
  { parent, withRedis, key, onBytes }: Choices,
  log: PrintLine,
): Promise<string> {
  const begun = new Date().toISOString()
  const folder = join(parent, begun.slice(0, 19).replaceAll(':', '-'))
  const part = `${folder}.part`
  mkdirSync(parent, { recursive: true })
  mkdirSync(part, { mode: 0o700 })
  process.once('exit', () => rmSync(part, { recursive: true, force: true })) // also after Ctrl-C
  const files = openBackupFiles(part, key, onBytes)
  const stores = await openStores(env, log)
  try {
    const redis = withRedis ? await copyRedis(stores.redisUrl, files, log) : undefined
    const database = await withPrefix('Postgres', () =>
      saveDatabase(stores.databaseUrl, files.write, table => log(describeTable(table))),
    )
    await saveOwnFiles(env.DATA_DIR, files)
    const filesDir = filesDirOf(env)
    const saved = filesDir && (await saveFiles(filesDir, files)) // after the tables: each of their files was stored
    log(saved ? describeFiles(saved) : `Files: in the bucket ${env.S3_BUCKET}, not copied`)
    const contents = { ...(redis && { redis }), ...(saved && { files: saved }), database }
    await writeManifest(files, { format: 1, version: versionId, begun, ...contents })
    renameSync(part, folder)
    return folder
  } finally {
    await stores.close()
  }
}

async function copyRedis(url: string, files: BackupFiles, log: PrintLine): Promise<string> {
  const { bytes, sha256 } = await withPrefix('Redis', () =>
    withTemporaryRedis(log, async (copyUrl, copyFolder) => {
      await saveRedis(url, copyUrl)
      return files.write(redisFile, createReadStream(join(copyFolder, 'dump.rdb')))
    }),
  )
  log(`Redis: ${inMebibytes(bytes)}`)
  return sha256
}

async function saveOwnFiles(dataDir: string, files: BackupFiles): Promise<void> {
  for (const name of ownFiles)
    if (existsSync(join(dataDir, name))) await files.write(name, createReadStream(join(dataDir, name)))
}
