import { type Settings, timeOf } from '@posthorn/core'
import { type ChangeTarget, type Db, findTargets } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import type { HookRefusal } from '@posthorn/server'
import type { Readable } from './decode.js'

type Deps = { db: Db; settings: () => Settings; mayWait: (beforeMs: number) => Promise<boolean> }

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
  const ready: Ready[] = []
  const impossible: Impossible[] = []
  const postponed: Delivery[] = []
  const wanted = readable.flatMap(({ delivery }) => delivery.change?.target ?? [])
  if (wanted.length === 0) return { ready: readable, impossible, postponed }
  const targets = await findTargets(db, wanted)
  for (const each of readable) {
    const { delivery } = each
    if (!delivery.change) {
      ready.push(each)
      continue
    }
    const target = targets.get(delivery.change.target)
    const isOlder = timeOf(delivery.change.target) <= timeOf(delivery.id)
    if (!target && isOlder && (await mayWait(timeOf(delivery.id)))) {
      postponed.push(delivery)
      continue
    }
    const reason = refusalOf(delivery, target, settings().PostEditTimeLimit * 1000)
    const [first] = target?.posts ?? []
    if (reason || !first) impossible.push({ delivery, reason: reason ?? 'no_such_post', detail: '' })
    else ready.push({ ...each, channelId: first.channelId, posts: target?.posts.map(({ id }) => id) ?? [] })
  }
  return { ready, impossible, postponed }
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
