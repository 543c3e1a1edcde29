import { AsyncResource } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/client.js'
import { describeError } from './errors.js'
import { statementNames } from './statement-names.js'

/**
 * Prisma, and the connection pool below it for frequent queries. A process that needs only the pool never loads Prisma's
 * query compiler, which saves 30 MB of memory and 0.2 s at startup.
 */
export type Db = PrismaClient & {
  pool: pg.Pool
  /** As in the options. */
  statementTimeoutMs: number | undefined
  /** Connects to the same database with other options. */
  openSame: (options: DbOptions) => Db
}

export type DbOptions = {
  /** The maximum number of connections, unless `mostConnections` or the URL's `connection_limit` is lower. */
  poolSize?: number
  /** DATABASE_CONNECTIONS. Also applies to `openSame`. */
  mostConnections?: number | undefined
  /** A query without a response for this long fails, because its connection may be dead. */
  queryTimeoutMs?: number
  /** Postgres cancels statements that take longer. There is no limit by default. */
  statementTimeoutMs?: number
  /**
   * Makes Postgres plan a prepared statement once, not for each list of values. This suits a process that repeats a few
   * queries whose planning takes longer than their execution.
   */
  planOnce?: boolean
  /** Called with each statement. What it returns is called when the statement ends. */
  beginQuery?: BeginQuery | undefined
}

/** Frees the locks of a process that disappeared. Otherwise, Postgres would hold them for hours. */
const idleInTransactionMs = 10_000

/** Lists of different lengths produce many texts. A name saves a quarter of a batch's cost in Postgres. */
const statementName = statementNames('s', 200)

/**
 * Connects at the first query, and reconnects after every loss. Close it with `closeDb`. The URL's parameters
 * `connection_limit` and `pgbouncer` are Posthorn's (docs/configuration.md).
 */
export function openDb(url: string, options: DbOptions = {}): Db {
  const target = readDbUrl(url)
  const pool = openPool(target, options)
  if (options.beginQuery) watchQueries(pool, options.beginQuery)
  pool.on('error', () => {}) // an idle connection was lost, and the next query opens another
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => (target.isPooled ? '' : statementName(sql)),
  })
  const client = new PrismaClient({ adapter })
  const disconnect = client.$disconnect.bind(client)
  const $disconnect = async () => {
    await disconnect()
    if (!pool.ending) await pool.end() // Prisma closes the pool only if it has run a query
  }
  const { statementTimeoutMs, beginQuery, mostConnections } = options
  const openSame = (other: DbOptions) => openDb(url, { beginQuery, mostConnections, ...other })
  return Object.assign(client, { pool, statementTimeoutMs, $disconnect, openSame })
}

function openPool({ url, isPooled, connections }: DbUrl, options: DbOptions): pg.Pool {
  const { poolSize = 5, mostConnections = poolSize, queryTimeoutMs = 20_000 } = options
  const settings = {
    connectionString: url,
    max: Math.min(poolSize, mostConnections, connections),
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
  }
  if (isPooled) return new SessionlessPool(settings, options.statementTimeoutMs)
  return new pg.Pool({ ...settings, onConnect: connection => setUp(connection, options) })
}

/** Settings of the connection. As parameters of its start, a pooler would refuse them. */
async function setUp(connection: pg.ClientBase, { statementTimeoutMs, planOnce }: DbOptions): Promise<void> {
  const settings = [
    `idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    ...(statementTimeoutMs === undefined ? [] : [`statement_timeout = ${statementTimeoutMs}`]),
    ...(planOnce ? ['plan_cache_mode = force_generic_plan'] : []),
  ]
  await connection.query(settings.map(setting => `SET ${setting}`).join('; '))
}

/** Returns why Postgres does not respond, for `/readyz`, or undefined if it does. */
export async function dbTrouble(db: Db): Promise<string | undefined> {
  return db.pool.query('SELECT 1').then(() => undefined, describeError)
}

/** Returns the settings with which a crash of Postgres loses posts that it had confirmed. Empty if Postgres does not respond. */
export async function dbDurabilityGaps(db: Db): Promise<string[]> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit']
  const off = `SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = 'off' ORDER BY name`
  const { rows } = await db.pool.query<{ name: string }>(off, [names]).catch(() => ({ rows: [] }))
  return rows.map(({ name }) => `${name} is off`)
}

/** Returns Postgres's time in milliseconds since 1970. @throws if it does not respond */
export async function dbTimeMs(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  return rows[0]?.ms ?? Number.NaN
}

const closeWithinMs = 2000

/** Closes the connections. Waits at most 2 s for those on which Postgres does not respond. */
export async function closeDb(db: Db): Promise<void> {
  await Promise.race([db.$disconnect(), delay(closeWithinMs, undefined, { ref: false })])
}

/**
 * A pool for a pooler in transaction mode, where the next statement may use another session. Statements have no names, and
 * their timeout is set in a transaction of their own. The pooler itself ends transactions that wait too long.
 */
class SessionlessPool extends pg.Pool {
  constructor(
    settings: pg.PoolConfig,
    readonly statementTimeoutMs?: number,
  ) {
    super(settings)
    const query = this.query.bind(this)
    const unnamed = (text: string | pg.QueryConfig, values?: unknown[]) => query(withoutName(text), values)
    const timed = (text: string | pg.QueryConfig, values?: unknown[]) =>
      this.queryInTime(withoutName(text), values)
    this.query = (statementTimeoutMs === undefined ? unnamed : timed) as typeof this.query
  }

  private async queryInTime(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const connection = await this.connect()
    try {
      await connection.query(`BEGIN; SET LOCAL statement_timeout = ${this.statementTimeoutMs}`)
      const result = await connection.query(config, values)
      await connection.query('COMMIT')
      connection.release()
      return result
    } catch (error) {
      const isRolledBack = await connection.query('ROLLBACK').then(
        () => true,
        () => false,
      )
      connection.release(!isRolledBack)
      throw error
    }
  }
}

function withoutName(text: string | pg.QueryConfig): pg.QueryConfig {
  if (typeof text === 'string') return { text }
  const { name, ...rest } = text
  return rest
}

/** Called with a statement, without its parameters. What it returns is called when the statement ends. */
type BeginQuery = (sql: string) => ((failed: boolean) => void) | undefined

type Callback = (error: Error | undefined, result: unknown) => void
type Query = (query: string | { text?: string }, ...rest: unknown[]) => unknown

/**
 * Calls `begin` for each query of a pool, in the asynchronous context of the query's caller. OpenTelemetry's instrumentation of pg
 * would need a loader that changes every module.
 */
function watchQueries(pool: pg.Pool, begin: BeginQuery): void {
  const connect = pool.connect.bind(pool) as (callback?: () => void) => unknown
  const bound = (callback?: () => void) => connect(callback && AsyncResource.bind(callback))
  pool.connect = bound as typeof pool.connect // otherwise, a query that waited runs in the context of the one before it
  pool.on('connect', connection => {
    const query = connection.query.bind(connection) as Query
    connection.query = watched(query, begin) as typeof connection.query
  })
}

function watched(query: Query, begin: BeginQuery): Query {
  return (first, ...rest) => {
    const end = begin((typeof first === 'string' ? first : first.text) ?? '')
    if (!end) return query(first, ...rest)
    const last = rest.at(-1)
    if (typeof last === 'function') {
      const ended: Callback = (error, result) => {
        end(!!error)
        last(error, result)
      }
      return query(first, ...rest.slice(0, -1), ended)
    }
    const result = query(first, ...rest)
    if (result instanceof Promise)
      result.then(
        () => end(false),
        () => end(true),
      )
    return result
  }
}

const connectionTimeoutMillis = 10_000

/** Opens one connection. Prevents a hang if the server accepts the connection but never responds. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: readDbUrl(url).url, connectionTimeoutMillis })
  await client.connect().catch((error: Error) => {
    if (error.message !== 'timeout expired') throw error
    throw new Error(`no answer within ${connectionTimeoutMillis / 1000} s`, { cause: error })
  })
  return client
}

/** `isPooled`: a pooler in transaction mode is in front of Postgres. `connections`: the most that a pool may open. */
type DbUrl = { url: string; isPooled: boolean; connections: number }

/**
 * Takes Posthorn's own parameters out of a database's URL. Their names are those of Prisma: `pgbouncer=true`, and
 * `connection_limit=3`. Gives `sslmode` and `sslrootcert` the meaning that they have in libpq: by default, node-postgres reads
 * `require` as `verify-full`, and `system` as the name of a file. See docs/configuration.md.
 */
function readDbUrl(text: string): DbUrl {
  const url = new URL(text)
  const { searchParams: given } = url
  const [isPooled, limit] = [given.get('pgbouncer') === 'true', given.get('connection_limit')]
  for (const name of ['pgbouncer', 'connection_limit']) given.delete(name)
  if (given.get('sslrootcert') === 'system') given.delete('sslrootcert')
  if (given.has('sslmode')) given.set('uselibpqcompat', 'true')
  const connections = limit === null ? Number.POSITIVE_INFINITY : Math.max(1, Number.parseInt(limit, 10) || 1)
  return { url: url.href, isPooled, connections }
}
