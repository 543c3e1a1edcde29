import { reasonOf } from '@posthorn/server'
import { StartupError } from '../startup-error.js'
import type { Manifest } from './manifest.js'

const mebibyte = 1024 ** 2

/** Returns a size for people. */
export const inMebibytes = (bytes: number) => `${(bytes / mebibyte).toFixed(1)} MiB`

/** Returns the line that is printed after each table. */
export function describeTable({ name, rows, bytes }: { name: string; rows: number; bytes: number }): string {
  return `Postgres: ${name}, ${rows} rows, ${inMebibytes(bytes)} compressed`
}

/** Returns the line that is printed after the files of posts. */
export function describeFiles({ count, bytes }: { count: number; bytes: number }): string {
  return `Files: ${count}, ${inMebibytes(bytes)}`
}

/** Returns the line about a backup whose files are all there and unchanged. */
export function describeBackup({ begun, version, redis, files, database: { tables } }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const parts = [`${tables.length} tables with ${rows} rows`, `${files?.count ?? 0} files of posts`]
  const stores = redis === undefined ? 'nothing of Redis' : 'Redis'
  return `The backup is complete: ${parts.join(', ')}, and ${stores}. Begun ${begun} with version ${version}.`
}

/** Puts the name of the store in front of what it reports. */
export async function withPrefix<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return act().catch(error => {
    throw new StartupError(`${name}: ${reasonOf(error)}`)
  })
}
