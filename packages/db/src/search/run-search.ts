import type { Db } from '../connection/open.js'
import { statementNames } from '../connection/statement-names.js'
import type { Prisma } from '../generated/client.js'

/** The text of a search's statements depends on what is searched, but not on the words. */
const nameOf = statementNames('search', 100)

/** Runs a statement of a search. Planning it anew would take as long as most of them. */
export async function runSearch<Row extends object>(
  { pool }: Pick<Db, 'pool'>,
  { text, values }: Pick<Prisma.Sql, 'text' | 'values'>,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values: values as unknown[] })
  return rows
}
