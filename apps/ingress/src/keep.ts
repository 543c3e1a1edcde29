import { postId, timeOf } from '@posthorn/core'
import type { Hook } from '@posthorn/db'
import { type Kept, laneOf, type NewDelivery, type Settled, type Standing, within } from '@posthorn/queue'
import { type HookRefusal, isHookRefusal } from '@posthorn/server'
import type { AcceptDeps, Call } from './accept.js'
import type { Verdict } from './verdicts.js'

/** A post as a waiting sender is told of it. */
export type PostRef = { id: string; channel_id: string; create_at: number }

/** What is answered once nothing is wrong with the call itself; the type tells the status. */
export type Keeping = { replayed?: true } & (
  | { outcome: 'accepted'; delivery: string } // 200 ok
  | { outcome: 'posted'; delivery: string; posts: PostRef[] } // 200, to those who asked to wait
  | { outcome: 'queued'; delivery: string } // 202, to those who asked to wait
  | { outcome: 'limited'; standing: Standing } // 429: too many new idempotency keys
  | { outcome: HookRefusal; detail?: string; delivery?: string } // by the table of refusals
)

/** How long a hook's `confirm` holds an answer, and a sender's `?wait=true`. */
const confirmWithinMs = 3000
const waitWithinMs = 10_000

/** While a delivery waits for longer, bursts are absorbed and not slowed: nothing is confirmed. */
const behindMs = 1000

/** What a look at the idempotency key leaves of the three seconds in which a sender hears that Redis is silent. */
const writeAfterLookMs = 1500

/** The id is made last, just before gathering: a channel reads in the order of these ids. */
export function keep(
  deps: AcceptDeps,
  hook: Hook,
  { json, posts }: { json: string; posts: number },
  call: Call,
): Promise<Keeping> {
  const { requestId } = call
  const delivery = { id: deps.newDeliveryId(), hookId: hook.id, requestId, payload: json, posts }
  return call.idempotencyKey === undefined
    ? store(deps, hook, call, delivery, deps.keep)
    : storeOnce(deps, hook, call, delivery, call.idempotencyKey)
}

/** Who repeats a key stores the delivery again under the id of the first: of two copies Postgres takes one. */
async function storeOnce(
  deps: AcceptDeps,
  hook: Hook,
  call: Call,
  delivery: NewDelivery,
  idempotencyKey: string,
): Promise<Keeping> {
  const first = await deps.firstOf(delivery, idempotencyKey)
  if (first === 'other_payload') return { outcome: 'other_payload' }
  if (first === 'too_many') return { outcome: 'limited', standing: deps.firstOf.standing() }
  if (first === 'away') return { outcome: 'cannot_keep', detail: whyNot.away }
  const keep = (copy: NewDelivery) => within(deps.keep(copy), writeAfterLookMs, 'unknown' as const)
  const keeping = await store(deps, hook, call, { ...delivery, id: first.id }, keep)
  return first.repeated && keeping.outcome !== 'cannot_keep' ? { ...keeping, replayed: true } : keeping
}

async function store(
  deps: AcceptDeps,
  hook: Hook,
  call: Call,
  delivery: NewDelivery,
  keep: (delivery: NewDelivery) => Promise<Kept>,
): Promise<Keeping> {
  const verdict = verdictOn(deps, hook, call, delivery)
  const kept = await keep(verdict ? { ...delivery, answerTo: deps.ingressId } : delivery)
  if (kept === 'kept') return judged(call, delivery.id, verdict && (await verdict.settled))
  verdict?.cancel()
  return {
    outcome: 'cannot_keep',
    detail: whyNot[kept],
    ...(kept === 'unknown' && { delivery: delivery.id }),
  }
}

function verdictOn(deps: AcceptDeps, hook: Hook, call: Call, delivery: NewDelivery): Verdict | undefined {
  const { id } = delivery
  if (call.wait) return deps.verdicts.expect(id, waitWithinMs)
  if (!hook.confirm || deps.oldestWaitingMs(laneOf(delivery)) > behindMs) return undefined
  return deps.verdicts.expect(id, confirmWithinMs)
}

function judged({ wait }: Call, delivery: string, settled: Settled | undefined): Keeping {
  if (settled?.outcome === 'rejected')
    return { outcome: refusalOf(settled), detail: settled.detail, delivery }
  if (!wait) return { outcome: 'accepted', delivery }
  return settled ? { outcome: 'posted', delivery, posts: postsOf(settled) } : { outcome: 'queued', delivery }
}

/** A worker of another version may have reasons that have no words here. */
function refusalOf({ reason }: Settled): HookRefusal {
  return isHookRefusal(reason) ? reason : 'unprocessable'
}

function postsOf({ id, channelId, postCount }: Settled): PostRef[] {
  return Array.from({ length: postCount }, (_, index) => ({
    id: postId(id, index + 1),
    channel_id: channelId,
    create_at: timeOf(id),
  }))
}

const whyNot: Record<Exclude<Kept, 'kept'>, string> = {
  away: 'Nothing was stored: the queue does not answer.',
  full: 'Nothing was stored: too much is waiting to be stored.',
  backed_up:
    'Nothing was stored: too many deliveries are waiting to be posted, or the queue is short of memory.',
  refused: 'Nothing was stored: the queue takes in nothing just now.',
  unknown: 'The queue did not answer in time, so it is not known whether the delivery was stored.',
}
