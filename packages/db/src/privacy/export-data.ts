import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { type PersonalTable, personalTables } from './personal-tables.js'

/** Returns everything that is stored about a user, table by table, without secrets. */
export async function* exportUserRows(db: Pool, userId: string): AsyncGenerator<ExportedRow | ReadProgress> {
  for (const [table, how] of Object.entries(personalTables))
    yield* readRows(db, { table, about: userId, how })
}

/** Which of a hook's rows to export. `end`: only those with earlier IDs. */
export type HookExport = { hookId: string; end: string; withPosts: boolean }

const { hooks, deliveries, posts } = personalTables

/** Returns a hook, its deliveries with what senders sent, and the posts that it made, without secrets. */
export async function* exportHookRows(
  db: Pool,
  { hookId, end, withPosts }: HookExport,
): AsyncGenerator<ExportedRow | ReadProgress> {
  const isEarlier = ` AND id < '${end}'` // base 32, from idsBetween
  yield* readRows(db, { table: 'hooks', about: hookId, how: { ...hooks, of: 'id = $1' } })
  const { isScanned: _, ...byIndex } = deliveries
  const exported = { ...deliveries.exported, payload: true } as const
  const ofHook = { ...byIndex, exported, of: `hook_id = $1${isEarlier}` }
  yield* readRows(db, { table: 'deliveries', about: hookId, how: ofHook })
  if (!withPosts) return
  const byHook = { ...posts, of: `${isMadeBy}${isEarlier}` }
  yield* readRows(db, { table: 'posts', about: hookId, how: byHook })
}

/** Whether the hook $1 made a post. Other webhooks and people cannot set this field. */
export const isMadeBy = "props->>'webhook_id' = $1"

/** The part of the database that exports and erasures use. */
export type Pool = Pick<Db, 'pool'>

/** A row of an export. `kind` is its table. */
export type ExportedRow = { kind: string; data: Record<string, unknown> }

/** How far an export has read a large table: up to the row with this ID. */
export type ReadProgress = { kind: 'progress'; data: { table: string; id: string } }

const rowsAtOnce = 500

/** Rows of a large table that one statement looks at. */
const scannedAtOnce = 10_000

/** Which rows of a table to export, with their condition on $1. */
type WantedRows = { table: string; about: string; how: PersonalTable }

/** Reads the rows about `about`, a few at a time and each time from where it stopped. Holds no transaction. */
async function* readRows(db: Pool, wanted: WantedRows): AsyncGenerator<ExportedRow | ReadProgress> {
  yield* wanted.how.isScanned ? readScanned(db, wanted) : readByKey(db, wanted)
}

function columnsOf({ exported }: PersonalTable): string {
  const columns = Object.entries(exported).map(([name, as]) =>
    as === true ? `"${name}"` : `${as} AS "${name}"`,
  )
  return columns.join(', ')
}

const sql = (names: readonly string[]) => names.map(name => `"${name}"`).join(', ')

async function* readByKey(db: Pool, { table, about, how }: WantedRows): AsyncGenerator<ExportedRow> {
  const { key, of, atOnce = rowsAtOnce } = how
  const marks = key.map((_, index) => `$${index + 3}`).join(', ')
  for (let after: unknown[] = []; ; ) {
    const isLater = after.length === 0 ? '' : `AND (${sql(key)}) > (${marks})`
    const { rows } = await db.pool.query<{ data: ExportedRow['data']; key: unknown[] }>(
      `SELECT (SELECT row_to_json(r) FROM (SELECT ${columnsOf(how)}) r) AS data, ${sql(key)}
      FROM ${table} WHERE ${of} ${isLater} ORDER BY ${sql(key)} LIMIT $2`,
      [about, atOnce, ...after],
    )
    for (const { data } of rows) yield { kind: table, data }
    const last: Record<string, unknown> | undefined = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = key.map(name => last[name])
  }
}

async function* readScanned(db: Pool, wanted: WantedRows): AsyncGenerator<ExportedRow | ReadProgress> {
  const { table, about, how } = wanted
  for (let after = ''; ; ) {
    const end = await windowAfter(db, table, after)
    if (end === undefined) return
    const { rows } = await db.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE id > $2 AND id <= $3 AND ${how.of} ORDER BY id`,
      [about, after, end],
    )
    const ids = rows.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += how.atOnce ?? rowsAtOnce)
      yield* readIds(db, wanted, ids.slice(from, from + (how.atOnce ?? rowsAtOnce)))
    yield { kind: 'progress', data: { table, id: end } }
    after = end
  }
}

async function* readIds(
  db: Pool,
  { table, about, how }: WantedRows,
  ids: string[],
): AsyncGenerator<ExportedRow> {
  const { rows } = await db.pool.query<{ data: ExportedRow['data'] }>(
    `SELECT row_to_json(r) AS data FROM (
      SELECT ${columnsOf(how)} FROM ${table} WHERE ${how.of} AND id = ANY($2::text[]) ORDER BY id) r`,
    [about, textArray(ids)],
  )
  for (const { data } of rows) yield { kind: table, data }
}

/** Returns the last ID of the next rows of a table, or undefined at its end. */
export async function windowAfter(db: Pool, table: string, after: string): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ end: string | null }>(
    `SELECT max(id) AS end FROM (SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2) w`,
    [after, scannedAtOnce],
  )
  return rows[0]?.end ?? undefined
}
