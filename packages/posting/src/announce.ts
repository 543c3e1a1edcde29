import type { Settled } from '@posthorn/core'
import { ownPostIds } from '@posthorn/core'
import { type Db, findOutcomes } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'

/** Announces outcomes after the commit. `written`: the ids that were new in it. Never rejects. */
export type Announce = (deliveries: Delivery[], rows: Settled[], written: string[]) => Promise<void>

/** Returns the ids of all posts of these deliveries, including those of an earlier run that crashed before announcing them. */
export function postIdsOf(rows: Settled[]): string[] {
  return rows.flatMap(ownPostIds)
}

/** Notifies each ingress process whose calls wait for outcomes, with one message per process. */
export function announcer(db: Db, notify: (ingressId: string, settled: Settled[]) => void): Announce {
  return async (deliveries, rows, written) => {
    const awaited = byIngress(deliveries)
    if (awaited.size === 0) return
    const wanted = new Set([...awaited.values()].flatMap(ids => [...ids]))
    const settled = await recorded(db, rows, new Set(written), wanted)
    for (const [ingressId, ids] of awaited) {
      const theirs = settled.filter(({ id }) => ids.has(id))
      if (theirs.length > 0) notify(ingressId, theirs)
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

/** Returns the outcomes of the wanted deliveries. For one that was recorded before, the first outcome counts. */
async function recorded(
  db: Db,
  rows: Settled[],
  written: Set<string>,
  wanted: Set<string>,
): Promise<Settled[]> {
  const fresh = new Map(rows.flatMap(row => (written.has(row.id) ? [[row.id, settledOf(row)]] : [])))
  const earlier = [...wanted].filter(id => !written.has(id))
  // if Postgres has gone away since the commit, the ingress looks them up itself
  const known = earlier.length > 0 ? await findOutcomes(db, earlier).catch(() => []) : []
  return [...known, ...[...wanted].flatMap(id => fresh.get(id) ?? [])]
}

function settledOf({ id, outcome, reason, detail, channelId, postCount, postId }: Settled): Settled {
  return { id, outcome, reason, detail, channelId, postCount, postId }
}
