import { deliveryOf, timeOf } from '@posthorn/core'
import { type ChangeTarget, type Db, findTargets, type Settings } from '@posthorn/db'
import type { Delivery, MaybeWaiting } from '@posthorn/queue'
import type { HookRefusal } from '@posthorn/server'
import type { Readable } from './decode.js'

type Deps = {
  db: Db
  settings: () => Settings
  mayWait: (deliveries: MaybeWaiting[]) => Promise<boolean[]>
}

/** A delivery that can be resolved. An edit or deletion has the posts to change, which are in one channel. */
export type Ready = Readable & { channelId?: string; posts?: string[] }

type Impossible = { delivery: Delivery; reason: HookRefusal; detail: string }

/**
 * Finds the posts of edits and deletions. Rejects those without a post of this hook, or after the time limit. Postpones those
 * whose post may still be waiting, so that an edit never overtakes its post.
 */
export async function findChanged(
  { db, settings, mayWait }: Deps,
  readable: Readable[],
): Promise<{ ready: Ready[]; impossible: Impossible[]; postponed: Delivery[] }> {
  const changing = readable.filter(({ delivery }) => delivery.change !== undefined)
  const edits = changing.map(({ delivery }) => delivery)
  const targets = await findTargets(db, edits.map(targetOf))
  const unknown = edits.filter(edit => !targets.has(targetOf(edit)))
  const postponed = new Set(unknown.length === 0 ? [] : await waitingOf(unknown, mayWait))
  const missing = unknown.filter(edit => !postponed.has(edit))
  // another worker may have recorded one between the two questions
  const late = missing.length === 0 ? targets : await findTargets(db, missing.map(targetOf))
  const ready: Ready[] = readable.filter(({ delivery }) => delivery.change === undefined)
  const impossible: Impossible[] = []
  for (const each of changing) {
    const { delivery } = each
    if (postponed.has(delivery)) continue
    const target = targets.get(targetOf(delivery)) ?? late.get(targetOf(delivery))
    const reason = refusalOf(delivery, target, settings().PostEditTimeLimit * 1000)
    const [first] = target?.posts ?? []
    if (reason || !first) impossible.push({ delivery, reason: reason ?? 'no_such_post', detail: '' })
    else ready.push({ ...each, channelId: first.channelId, posts: target?.posts.map(({ id }) => id) ?? [] })
  }
  return { ready, impossible, postponed: [...postponed] }
}

const targetOf = ({ change }: Delivery) => change?.target ?? ''

/** How far two ingresses' clocks, and a delivery's id and the storage of its batch, may be apart. */
const maxApartMs = 2000

/** Returns the edits whose targets may still wait. One that names a newer delivery waits only for batches. */
async function waitingOf(edits: Delivery[], mayWait: Deps['mayWait']): Promise<Delivery[]> {
  const possible = edits.filter(edit => timeOf(targetOf(edit)) <= timeOf(edit.id) + maxApartMs)
  const targets = possible.map(edit => {
    const id = deliveryOf(targetOf(edit))
    const beforeMs = Math.max(timeOf(edit.id), timeOf(id) + maxApartMs)
    return { id: id < edit.id ? id : '', beforeMs }
  })
  const waiting = possible.length === 0 ? [] : await mayWait(targets)
  return possible.filter((_, index) => waiting[index])
}

function refusalOf(
  delivery: Delivery,
  target: ChangeTarget | undefined,
  limitMs: number,
): HookRefusal | undefined {
  if (target?.hookId !== delivery.hookId || target.posts.length === 0) return 'no_such_post'
  const oldest = Math.min(...target.posts.map(({ createAt }) => createAt))
  return limitMs > 0 && timeOf(delivery.id) - oldest > limitMs ? 'edit_too_late' : undefined
}
