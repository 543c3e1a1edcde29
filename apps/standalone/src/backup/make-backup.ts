import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { saveDatabase, sizeOfFiles } from '@posthorn/db'
import { saveRedis } from '@posthorn/queue'
import { versionId } from '@posthorn/server'
import { type Env, filesDirOf } from '../env.js'
import type { PrintLine } from '../services/index.js'
import { type BackupFiles, openBackupFiles } from './backup-files.js'
import type { BackupKey } from './backup-key.js'
import { saveFiles } from './copy-files.js'
import { type Manifest, ownFiles, redisFile, writeManifest } from './manifest.js'
import { newPlace } from './places/open.js'
import type { ByteProgress } from './progress.js'
import { describeFiles, describeTable, inMebibytes, withPrefix } from './report.js'
import { openStores } from './stores.js'

type Choices = {
  /** A folder, or `s3://bucket/folder`. */
  parent: string
  withRedis: boolean
  key: BackupKey | undefined
  progress: Pick<ByteProgress, 'add' | 'expect'>
  /** Gets a function that deletes the unfinished backup. */
  onBegin: (discard: () => Promise<void>) => void
}

/**
 * Copies everything to a new folder below `parent`, while Posthorn runs or not. If it fails, nothing is left.
 *
 * @returns the address of the backup. In a folder, only its owner can read it.
 */
export async function makeBackup(
  env: Env,
  { parent, withRedis, key, progress, onBegin }: Choices,
  log: PrintLine,
): Promise<string> {
  const begun = new Date().toISOString()
  const place = await newPlace(parent, begun.slice(0, 19).replaceAll(':', '-'), env)
  onBegin(place.discard)
  try {
    const files = openBackupFiles(place, key, progress.add)
    const tables = openBackupFiles(place, key) // what is read of them counts, not what is left after compression
    const contents = await copyAll(env, { files, tables, withRedis, progress }, log)
    await writeManifest(files, { format: 1, version: versionId, begun, ...contents })
    return await place.finish()
  } catch (error) {
    await place.discard().catch(() => log(`The unfinished backup is still there: delete ${place.address}`))
    throw error
  }
}

type Copying = Pick<Choices, 'withRedis' | 'progress'> & { files: BackupFiles; tables: BackupFiles }

/**
 * Redis is first: a delivery that is posted in between is then in both, and is posted once. The other way round, it would be
 * in neither.
 */
async function copyAll(
  env: Env,
  { files, tables, withRedis, progress }: Copying,
  log: PrintLine,
): Promise<Pick<Manifest, 'database' | 'files' | 'redis'>> {
  const stores = await openStores(env, log)
  try {
    const redis = withRedis ? await copyRedis(stores.redisUrl, { files, progress }, log) : undefined
    const database = await withPrefix('Postgres', () =>
      saveDatabase(stores.databaseUrl, tables.write, {
        onTable: table => log(describeTable(table)),
        onSize: progress.expect,
        onRead: progress.add,
      }),
    )
    await saveOwnFiles(env.DATA_DIR, files)
    const filesDir = filesDirOf(env)
    if (filesDir) progress.expect(await sizeOfFiles(stores.databaseUrl))
    const saved = filesDir && (await saveFiles(filesDir, files)) // after the tables: each of their files was stored
    log(saved ? describeFiles(saved) : `Files: in the bucket ${env.S3_BUCKET}, not copied`)
    return { ...(redis && { redis }), ...(saved && { files: saved }), database }
  } finally {
    await stores.close()
  }
}

async function copyRedis(
  url: string,
  { files, progress }: Pick<Copying, 'files' | 'progress'>,
  log: PrintLine,
): Promise<string> {
  const { bytes, sha256 } = await withPrefix('Redis', () =>
    files.write(redisFile, saveRedis(url, progress.expect)),
  )
  log(`Redis: ${inMebibytes(bytes)}`)
  return sha256
}

async function saveOwnFiles(dataDir: string, files: BackupFiles): Promise<void> {
  for (const name of ownFiles)
    if (existsSync(join(dataDir, name))) await files.write(name, createReadStream(join(dataDir, name)))
}
