import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash as hashPassword } from '@node-rs/argon2'
import { ensureDatabase, firstRun, migrate, openDb, withDatabase } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { startPostgres, startRedis } from '@posthorn/standalone/services'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { firstHookKey, password, templateDatabase } from './constants.js'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
    redis: string
  }
}

/**
 * Each of thousands of connections hashes the password. By default it takes 4,096 rounds, longer than most queries. The kernel copies
 * the files of a new database in a quarter of the time that Postgres takes.
 */
const settings = {
  max_connections: '200',
  scram_iterations: '1',
  file_copy_method: 'clone',
  max_wal_size: '256MB',
}

/** Starts one Postgres and one Redis for the whole run, with a migrated database from which every world is cloned. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(process.env.TEST_DATABASES_DIR ?? tmpdir(), 'posthorn-test-'))
  await chmod(dataDir, 0o755)
  const log = () => {}
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, log, forTests: true, settings }),
    startRedis({ dataDir, log }),
  ])
  await rehashPassword(postgres.url)
  await makeTemplate(withDatabase(postgres.url, templateDatabase))
  project.provide('postgres', postgres.url)
  project.provide('redis', redis.url)
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
    await rm(postgres.folder, { recursive: true, force: true })
  }
}

/** Sets the password again, because it was hashed with the old number of rounds. */
async function rehashPassword(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(new URL(url).password)}`)
  await client.end()
}

async function makeTemplate(url: string): Promise<void> {
  await ensureDatabase(url)
  await migrate(url)
  const db = openDb(url)
  const hash = await hashPassword(password)
  const means = {
    nowMs: Date.now(),
    newId,
    hookKey: firstHookKey,
    passwordHashes: { admin: hash, user: hash },
    hookConfirm: false,
  }
  await firstRun(db, means, async () => {})
  await db.$disconnect()
}
