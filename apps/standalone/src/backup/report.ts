import { reasonOf } from '@posthorn/server'
import { StartupError } from '../startup-error.js'
import type { Manifest } from './manifest.js'

const mebibyte = 1024 ** 2

/** Returns the line that is printed after each table. */
export function describeTable({ name, rows, bytes }: { name: string; rows: number; bytes: number }): string {
  return `Postgres: ${name}, ${rows} rows, ${(bytes / mebibyte).toFixed(1)} MiB compressed`
}

/** Returns the line about a backup whose files are all there and unchanged. */
export function describeBackup({ begun, version, redis, database: { tables } }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const parts = `${tables.length} tables with ${rows} rows${redis === undefined ? '' : ', and Redis'}`
  return `The backup is complete: ${parts}. Begun ${begun} with version ${version}.`
}

/** Puts the name of the store in front of what it reports. */
export async function withPrefix<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return act().catch(error => {
    throw new StartupError(`${name}: ${reasonOf(error)}`)
  })
}
