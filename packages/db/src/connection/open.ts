import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/client.js'
import { describeError } from './errors.js'

/**
 * Prisma, and the connections below it for what is asked all the time. A process whose usual questions all go past Prisma
 * never loads its query compiler: 30 MB less, and a fifth of a second less at its start.
 */
export type Db = PrismaClient & { pool: pg.Pool }

export type DbOptions = {
  /** Connections at most. */
  poolSize?: number
  /** A query that is not answered for so long counts as trouble with Postgres: the line to it may be dead. */
  queryTimeoutMs?: number
  /** Postgres ends a statement that takes longer; as long as it takes when absent. */
  statementTimeoutMs?: number
  /**
   * Postgres plans a prepared statement once, not anew for each list that it is given: for a process that asks the same
   * few questions all the time, whose plans take longer than their answers.
   */
  planOnce?: boolean
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

async function makePlansOnce(connection: pg.ClientBase): Promise<void> {
  await connection.query('SET plan_cache_mode = force_generic_plan')
}

/** Connects at the first query, and again after every loss. End it with `closeDb`. */
export function openDb(url: string, options: DbOptions = {}): Db {
  const { poolSize = 5, queryTimeoutMs = 20_000, statementTimeoutMs, planOnce = false } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
    ...(planOnce && { onConnect: makePlansOnce }),
  })
  pool.on('error', () => {}) // an idle connection was lost: the next query opens another
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => statementName(sql),
  })
  const client = new PrismaClient({ adapter })
  const disconnect = client.$disconnect.bind(client)
  const $disconnect = async () => {
    await disconnect()
    if (!pool.ending) await pool.end() // Prisma would leave it to a client that has asked it something
  }
  return Object.assign(client, { pool, $disconnect })
}

/** Connects to the same database, with other options. */
export function openSameDb({ pool }: Db, options: DbOptions): Db {
  return openDb(pool.options.connectionString ?? '', options)
}

/** For `/readyz`. */
export async function dbTrouble(db: Db): Promise<string | undefined> {
  return db.pool.query('SELECT 1').then(() => undefined, describeError)
}

/** Postgres's time in milliseconds since 1970. @throws when it does not answer */
export async function dbTimeMs(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  return rows[0]?.ms ?? Number.NaN
}

const farewellMs = 2000

/** Ends the connections. One on which Postgres is silent is not waited for any longer than two seconds. */
export async function closeDb(db: Db): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, farewellMs)
  })
  await Promise.race([db.$disconnect(), late]).finally(() => clearTimeout(timer))
}
