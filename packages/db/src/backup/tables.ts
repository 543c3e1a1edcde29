import type { Readable } from 'node:stream'
import type { ClientBase } from 'pg'

/** A table as a backup describes it. `bytes` and `sha256` are those of its compressed file. */
export type SavedTable = { name: string; columns: string[]; rows: number; bytes: number; sha256: string }

/** A partition, and the values that it takes in SQL: `FOR VALUES FROM ('…') TO ('…')`. */
export type SavedPartition = { name: string; of: string; bound: string }

/** `tables` are in the order in which foreign keys allow to fill them. */
export type SavedDatabase = { migrations: string[]; partitions: SavedPartition[]; tables: SavedTable[] }

/** Writes a file of a backup as its parts come. Resolves with its size and digest. */
export type WriteTable = (
  name: string,
  parts: AsyncIterable<Buffer>,
) => Promise<{ bytes: number; sha256: string }>

/** Reads a file of a backup. */
export type ReadTable = (name: string) => Readable

/** Returns the file of a table in a backup's folder. */
export const fileOfTable = (name: string) => `${name}.copy.gz`

/**
 * `rows`: where its own rows are, without those of tables that inherit from it. `bytes`: about what they take, as of the last
 * vacuum. Asking for the exact size would wait for locks.
 */
export type DescribedTable = { name: string; columns: string[]; rows: string; bytes: number }

/** Returns the tables with data and the columns that are not computed, each table after those that it refers to. */
export async function tablesInOrder(client: ClientBase): Promise<DescribedTable[]> {
  const { rows: tables } = await client.query<DescribedTable>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns,
      format(CASE relkind WHEN 'p' THEN '%I' ELSE 'ONLY %I' END, relname) AS rows,
      (SELECT coalesce(sum(greatest(own.relpages, 0) + greatest(coalesce(long.relpages, 0), 0)), 0)::float8
        * current_setting('block_size')::int
      FROM pg_class own LEFT JOIN pg_class long ON long.oid = own.reltoastrelid
      WHERE own.oid = pg_class.oid OR own.oid IN (
        SELECT inhrelid FROM pg_inherits WHERE inhparent = pg_class.oid AND pg_class.relkind = 'p')) AS bytes
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations' AND NOT starts_with(relname, 'post_mark') -- dropped later (drop-marks.ts)
    GROUP BY pg_class.oid, relname, relkind ORDER BY relname`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to
    FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  )
  return ordered(tables, ({ name }) => references.filter(({ from }) => from === name).map(({ to }) => to))
}

/** @throws if tables refer to each other in a circle */
function ordered(tables: DescribedTable[], needsOf: (table: DescribedTable) => string[]): DescribedTable[] {
  const done = new Set<string>()
  const left = [...tables]
  const result: DescribedTable[] = []
  while (left.length > 0) {
    const next = left.findIndex(table => needsOf(table).every(name => done.has(name)))
    const [table] = next < 0 ? [] : left.splice(next, 1)
    if (table === undefined) throw new Error(`foreign keys form a circle: ${left.map(({ name }) => name)}`)
    done.add(table.name)
    result.push(table)
  }
  return result
}
