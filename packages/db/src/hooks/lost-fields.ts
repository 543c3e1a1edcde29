import type { Db } from '../connection/open.js'

/** A field that a hook's template uses, and that its sender's JSON lost. */
type StoredLoss = { field: string; deliveryId: string; toldAt: number }

/** Returns the fields whose loss a hook's owner was told of since then, newest first. */
export async function lostFields(db: Db, hookId: string, sinceMs: number): Promise<StoredLoss[]> {
  const rows = await db.lostField.findMany({
    where: { hookId, toldAt: { gt: sinceMs } },
    orderBy: [{ toldAt: 'desc' }, { field: 'asc' }],
  })
  return rows.map(({ field, deliveryId, toldAt }) => ({ field, deliveryId, toldAt: Number(toldAt) }))
}
