import { otherTables, personalTables } from '@posthorn/db'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.js'

/** Columns that may refer to users or name them. */
const maybePersonal = /user|creator|owner|member|author|sender|email|phone|address|(^|_)(by|to|from|for)$/

test('exports and erases every table with personal data, and names every column that refers to users', async () => {
  const { db } = await startWorld({ workerLater: true })
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attname) AS columns FROM pg_class
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations' GROUP BY relname`,
  )
  const names = [...Object.keys(personalTables), ...Object.keys(otherTables)]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  for (const { name, columns } of rows) {
    const how = Object.entries(personalTables).find(([table]) => table === name)?.[1]
    const covered = how ? [...Object.keys(how.exported), ...Object.keys(how.withheld)] : undefined
    const others = Object.keys(otherTables[name] ?? {})
    const expected = covered ? columns : columns.filter(column => maybePersonal.test(column))
    expect({ name, columns: (covered ?? others).toSorted() }).toEqual({ name, columns: expected })
  }
})

test('deletes every row that belongs to a user with the user', async () => {
  const { db } = await startWorld({ workerLater: true })
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND confdeltype = 'c'`,
  )
  const cascading = new Set(['users', ...rows.map(({ name }) => name)])
  // those that are erased in steps of their own
  const inSteps = ['audit_entries', 'deliveries', 'due_notices', 'files', 'mentions', 'oauth_apps', 'posts']
  const others = Object.keys(personalTables).filter(name => !cascading.has(name))
  expect(others.toSorted()).toEqual(inSteps)
})
