import type { Format } from '@posthorn/formats'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { formatOf } from './deliveries.js'
import { bounded } from './list-deliveries.js'

/** A settled delivery with its payload. */
export type RecentPayload = { id: string; payload: string; format: Format | undefined }

/** Payloads, and bytes of them, that one query reads. The first one is read whatever its size. */
export type PayloadBounds = { deliveries: number; bytes: number }

/** Returns a hook's latest deliveries before one, newest first, without edits, deletions and erased ones. `before`: empty for all. */
export async function recentPayloads(
  db: Db,
  { hookId, before }: { hookId: string; before: string },
  bounds: PayloadBounds,
): Promise<RecentPayload[]> {
  const end = before === '' ? Prisma.empty : Prisma.sql`AND d.id < ${before}`
  const where = Prisma.sql`d.hook_id = ${hookId} ${end} AND d.change IS NULL AND d.payload <> ''`
  const rows = await db.$queryRaw<{ id: string; payload: string; format: string | null }[]>`
    SELECT d.id, d.payload, d.format FROM ${bounded(where, true, bounds)} ORDER BY d.id DESC`
  return rows.map(({ id, payload, format }) => ({ id, payload, format: formatOf(format) }))
}
