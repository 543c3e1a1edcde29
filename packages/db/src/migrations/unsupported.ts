import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { isMissingTable } from '../connection/errors.js'
import type { Db } from '../connection/open.js'

const oldestPostgres = 15

type Client = Pick<pg.ClientBase, 'query'>

/** Describes why this version can never use this database. Undefined if it can, or while Postgres does not respond. */
export async function dbUnsupported(db: Db): Promise<string | undefined> {
  return whyUnsupported(db.pool).catch(() => undefined)
}

/** @throws if this version can never use this database */
export async function assertSupported(client: Client): Promise<void> {
  const reason = await whyUnsupported(client)
  if (reason !== undefined) throw new Error(reason)
}

async function whyUnsupported(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < oldestPostgres)
    return `Postgres ${major} is not supported. Use Postgres ${oldestPostgres} or later`
  const [oldest, own] = await Promise.all([oldestVersion(client), ownVersion()])
  return oldest !== undefined && isOlder(own, oldest)
    ? `A newer version has migrated this database. It allows Posthorn ${oldest} or later, but this is ${own}`
    : undefined
}

/** Returns the oldest version that may use the database. Undefined if it was never migrated, or before versions were recorded. */
async function oldestVersion(client: Client): Promise<string | undefined> {
  const asked = client.query<{ version: string }>('SELECT version FROM oldest_version')
  const { rows } = await asked.catch(error => {
    if (isMissingTable(error)) return { rows: [] }
    throw error
  })
  return rows[0]?.version
}

/** All workspaces have the version of the release. */
async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Whether the version `one` is older than `other`. Both are three numbers, like 0.2.0. */
function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0
}
