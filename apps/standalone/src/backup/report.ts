import { reasonOf } from '@posthorn/server'
import { StartupError } from '../startup-error.js'

const mebibyte = 1024 ** 2

/** Returns the line that is printed after each table. */
export function describeTable({ name, rows, bytes }: { name: string; rows: number; bytes: number }): string {
  return `Postgres: ${name}, ${rows} rows, ${(bytes / mebibyte).toFixed(1)} MiB compressed`
}

/** Puts the name of the store in front of what it reports. */
export async function withPrefix<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return act().catch(error => {
    throw new StartupError(`${name}: ${reasonOf(error)}`)
  })
}
