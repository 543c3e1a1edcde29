import { personalTables } from './personal-tables.js'
import { type ExportedRow, type Pool, type ReadProgress, readRows } from './read-rows.js'

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
