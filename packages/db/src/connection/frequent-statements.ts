import type { Db } from './open.js'
import { statementNames } from './statement-names.js'

type Statement = { text: string; values: unknown[] }

/**
 * Returns a function that runs frequent statements without Prisma, which would double their time. The first `most` texts get a
 * name. A `bigint` arrives as text, so cast it.
 */
export function frequentStatements(prefix: string, most: number) {
  const nameOf = statementNames(prefix, most)
  return async <Row extends object>(
    { pool }: Pick<Db, 'pool'>,
    { text, values }: Statement,
  ): Promise<Row[]> => (await pool.query<Row>({ name: nameOf(text), text, values })).rows
}
