import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileOfTable } from '@posthorn/db'
import { z } from 'zod'
import { StartupError } from '../startup-error.js'
import type { BackupFiles } from './backup-files.js'
import { manifestFile } from './places/place.js'

/**
 * What a backup contains. `begun`: everything that got `ok` before it is there. `redis`: the SHA-256 of its file. `files`: how many
 * files of posts there are, and the SHA-256 of their list.
 */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  begun: z.iso.datetime(),
  redis: z.string().optional(),
  files: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }).optional(),
  database: z.object({
    migrations: z.array(z.string()),
    partitions: z.array(z.object({ name: z.string(), of: z.string(), bound: z.string() })),
    tables: z.array(
      z.object({
        name: z.string(),
        columns: z.array(z.string()),
        rows: z.number(),
        bytes: z.number(),
        sha256: z.string(),
      }),
    ),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const redisFile = 'redis.rdb'
/** The files of posts. Their names are their IDs. */
export const filesFolder = 'files'
/** The SHA-256 of each file of posts. */
export const filesList = 'files.sha256'
/** Files of DATA_DIR that no store has. */
export const ownFiles = ['first-run.json', 'secrets-key']

export async function writeManifest(files: BackupFiles, manifest: Manifest): Promise<void> {
  await files.write(manifestFile, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
}

/** Reads a backup's manifest. @throws StartupError if it cannot be read */
export async function readManifest(files: BackupFiles): Promise<Manifest> {
  const { success, data } = Manifest.safeParse(jsonIn(await text(files.read(manifestFile))))
  if (!success) throw new StartupError(`${manifestFile} is damaged, or from a newer Posthorn`)
  return data
}

/** Checks each file of a backup except those of posts. @throws StartupError if one is missing or damaged */
export async function verifyStores(
  files: BackupFiles,
  { database, redis, files: saved }: Manifest,
): Promise<void> {
  for (const { name, sha256 } of database.tables) await verifyFile(files, fileOfTable(name), sha256)
  if (redis !== undefined) await verifyFile(files, redisFile, redis)
  if (saved) await verifyFile(files, filesList, saved.sha256)
}

/** @throws StartupError if a file is missing, or has another SHA-256 */
export async function verifyFile(files: BackupFiles, name: string, sha256: string): Promise<void> {
  if ((await files.has(name)) && (await digestOf(files, name)) === sha256) return
  throw new StartupError(`${name} is missing or damaged. Use another backup`)
}

async function digestOf(files: BackupFiles, name: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(files.read(name), hash)
  return hash.digest('hex')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
