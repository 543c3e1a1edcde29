import type { Settled } from '@posthorn/core'
import { postId } from '@posthorn/core'
import { type Db, type DeliveryRow, findOutcomes } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'

/** Called after the commit, with the ids that were new in it. Never rejects. */
export type Announce = (deliveries: Delivery[], rows: DeliveryRow[], written: string[]) => Promise<void>

/** The ids of all posts of these deliveries, whether they were stored now or by a run that died before it could say so. */
export function postIdsOf(rows: DeliveryRow[]): string[] {
  return rows.flatMap(({ id, postCount }) =>
    Array.from({ length: postCount }, (_, index) => postId(id, index + 1)),
  )
}

/** Tells each ingress process whose calls wait what became of their deliveries: one message a process. */
export function announcer(db: Db, tell: (ingressId: string, settled: Settled[]) => void): Announce {
  return async (deliveries, rows, written) => {
    const awaited = byIngress(deliveries)
    if (awaited.size === 0) return
    const wanted = new Set([...awaited.values()].flatMap(ids => [...ids]))
    const settled = await recorded(db, rows, new Set(written), wanted)
    for (const [ingressId, ids] of awaited) {
      const theirs = settled.filter(({ id }) => ids.has(id))
      if (theirs.length > 0) tell(ingressId, theirs)
    }
  }
}

function byIngress(deliveries: Delivery[]): Map<string, Set<string>> {
  const awaited = new Map<string, Set<string>>()
  for (const { id, answerTo } of deliveries) {
    if (answerTo === undefined) continue
    const ids = awaited.get(answerTo) ?? new Set()
    awaited.set(answerTo, ids.add(id))
  }
  return awaited
}

/** Of a delivery that was recorded before, the outcome of that time is what counts. */
async function recorded(
  db: Db,
  rows: DeliveryRow[],
  written: Set<string>,
  wanted: Set<string>,
): Promise<Settled[]> {
  const fresh = new Map(rows.flatMap(row => (written.has(row.id) ? [[row.id, settledOf(row)]] : [])))
  const earlier = [...wanted].filter(id => !written.has(id))
  // Postgres is gone since the commit: the ingress will look for itself
  const known = earlier.length > 0 ? await findOutcomes(db, earlier).catch(() => []) : []
  return [...known, ...[...wanted].flatMap(id => fresh.get(id) ?? [])]
}

function settledOf({ id, outcome, reason, detail, channelId, postCount }: DeliveryRow): Settled {
  return { id, outcome, reason, detail, channelId, postCount }
}
