import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileOfTable } from '@posthorn/db'
import { z } from 'zod'
import { StartupError } from '../startup-error.js'

/** What a backup contains. `begun`: everything that got `ok` before it is there. `redis`: the SHA-256 of its file. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  begun: z.iso.datetime(),
  redis: z.string().optional(),
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

const fileName = 'manifest.json'
export const redisFile = 'redis.rdb'
/** The files of posts. Their names are their IDs, and Postgres has their digests. */
export const filesFolder = 'files'
/** Files of DATA_DIR that no store has. */
export const ownFiles = ['first-run.json', 'secrets-key']

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, fileName), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
}

/** Reads a backup's manifest, and checks each file against it. @throws StartupError if one is missing or damaged */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, fileName)
  if (!existsSync(file)) throw new StartupError(`${folder} is no backup: it has no ${fileName}`)
  const { success, data } = Manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!success) throw new StartupError(`${file} is damaged, or from a newer Posthorn`)
  const files = data.database.tables.map(({ name, sha256 }) => [fileOfTable(name), sha256] as const)
  if (data.redis !== undefined) files.push([redisFile, data.redis])
  for (const [name, sha256] of files)
    if ((await digestOf(join(folder, name))) !== sha256)
      throw new StartupError(`${join(folder, name)} is missing or damaged. Use another backup`)
  return data
}

/** Returns a file's SHA-256, or undefined if there is no such file. */
export async function digestOf(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
