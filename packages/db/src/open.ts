import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.js'
import { wordsFor } from './trouble.js'

export type Db = PrismaClient

export type DbOptions = {
  /** Connections at most. */
  poolSize?: number
  /** A query that is not answered for so long counts as trouble with Postgres: the line to it may be dead. */
  queryTimeoutMs?: number
}

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

/** Connects at the first query, and again after every loss. End it with `closeDb`. */
export function openDb(url: string, { poolSize = 5, queryTimeoutMs = 20_000 }: DbOptions = {}): Db {
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      query_timeout: queryTimeoutMs,
    },
    { statementNameGenerator: ({ sql }) => statementName(sql) },
  )
  return new PrismaClient({ adapter })
}

/** For `/readyz`. */
export async function dbTrouble(db: Db): Promise<string | undefined> {
  return db.$queryRaw`SELECT 1`.then(() => undefined, wordsFor)
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
