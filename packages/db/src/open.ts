import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from './generated/client.js'

/** Prisma, and the connections below it for the one statement that is worth going past it (record.ts). */
export type Db = PrismaClient & { pool: pg.Pool }

export type DbOptions = {
  /** Connections at most. */
  poolSize?: number
  /** A query that is not answered for so long counts as trouble with Postgres: the line to it may be dead. */
  queryTimeoutMs?: number
}

/** What a process that is gone had locked is free again after so long: Postgres would wait for it for hours. */
const idleInTransactionMs = 10_000

const names = new Map<string, string>()
const maxNames = 200

/**
 * A name for a statement's text, so that each connection has Postgres parse it once: a quarter of what a batch costs
 * there. Texts of many shapes, as lists of different lengths make them, soon find no name left and go without.
 */
function statementName(sql: string): string {
  const name = names.get(sql) ?? (names.size < maxNames ? `s${names.size}` : '')
  if (name !== '') names.set(sql, name)
  return name
}

/** Connects at the first query, and again after every loss. End it with `$disconnect`. */
export function openDb(url: string, { poolSize = 5, queryTimeoutMs = 20_000 }: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  })
  pool.on('error', () => {}) // an idle connection was lost: the next query opens another
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => statementName(sql),
    disposeExternalPool: true,
  })
  return Object.assign(new PrismaClient({ adapter }), { pool })
}

/**
 * Resolves when Postgres answers.
 * @throws after `deadlineMs`, naming what was waited for
 */
export async function dbReady(db: Db, deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (await dbTrouble(db)) {
    if (Date.now() > deadline)
      throw new Error(`Postgres (DATABASE_URL) did not answer within ${deadlineMs / 1000} s`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** For `/readyz`. */
export async function dbTrouble(db: Db): Promise<string | undefined> {
  return db.$queryRaw`SELECT 1`.then(
    () => undefined,
    () => 'no answer',
  )
}
