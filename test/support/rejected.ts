import type { Db } from '@posthorn/db'
import { newId } from '@posthorn/server'

/** Adds a rejected delivery of a hook for each text, in this order. Returns their ids. */
export async function addRejected(
  db: Db,
  hook: { id: string; teamId: string },
  texts: string[],
): Promise<string[]> {
  const rows = texts.map(text => ({
    id: newId(),
    hookId: hook.id,
    teamId: hook.teamId,
    settledAt: Date.now(),
    outcome: 'rejected',
    reason: 'unknown_channel',
    requestId: newId(),
    payload: JSON.stringify({ text }),
  }))
  await db.delivery.createMany({ data: rows })
  return rows.map(({ id }) => id)
}
