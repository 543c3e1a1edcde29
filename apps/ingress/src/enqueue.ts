import type { Settled } from '@posthorn/core'
import { postId, timeOf } from '@posthorn/core'
import type { Hook } from '@posthorn/db'
import { type EnqueueResult, laneOf, type NewDelivery, type OutcomeWait, withTimeout } from '@posthorn/queue'
import { type HookRefusal, isHookRefusal } from '@posthorn/server'
import type { AcceptDeps, DeliveryAnswer, HookCall, PostRef } from './call.js'

/** How long a hook's `confirm` holds an answer, and a sender's `?wait=true`. */
const confirmWithinMs = 3000
const waitWithinMs = 10_000

/** While a delivery waits for longer, bursts are absorbed and not slowed: nothing is confirmed. */
const maxLagMs = 1000

/** What a look at the idempotency key leaves of the three seconds in which a sender hears that Redis is silent. */
const writeAfterLookMs = 1500

/** The id is made last, just before gathering: a channel reads in the order of these ids. */
export function enqueue(
  deps: AcceptDeps,
  hook: Hook,
  { json, posts, bill }: Required<Pick<NewDelivery, 'posts' | 'bill'>> & { json: string },
  call: HookCall,
): Promise<DeliveryAnswer> {
  const { requestId } = call
  const delivery = { id: deps.newDeliveryId(), hookId: hook.id, requestId, payload: json, posts, bill }
  return call.idempotencyKey === undefined
    ? store(deps, hook, call, delivery, deps.enqueue)
    : storeOnce(deps, hook, call, delivery, call.idempotencyKey)
}

/** Who repeats a key stores the delivery again under the id of the first: of two copies Postgres takes one. */
async function storeOnce(
  deps: AcceptDeps,
  hook: Hook,
  call: HookCall,
  delivery: NewDelivery,
  idempotencyKey: string,
): Promise<DeliveryAnswer> {
  const first = await deps.lookupIdempotencyKey(delivery, idempotencyKey)
  if (first === 'other_payload') return { outcome: 'other_payload' }
  if (first === 'too_many') return { outcome: 'limited', standing: deps.lookupIdempotencyKey.standing() }
  if (first === 'away') return { outcome: 'cannot_keep', detail: whyNot.away }
  const enqueue = (copy: NewDelivery) => withTimeout(deps.enqueue(copy), writeAfterLookMs, 'unknown' as const)
  const answer = await store(deps, hook, call, { ...delivery, id: first.id }, enqueue)
  return first.repeated && answer.outcome !== 'cannot_keep' ? { ...answer, replayed: true } : answer
}

async function store(
  deps: AcceptDeps,
  hook: Hook,
  call: HookCall,
  delivery: NewDelivery,
  enqueue: (delivery: NewDelivery) => Promise<EnqueueResult>,
): Promise<DeliveryAnswer> {
  const wait = waitFor(deps, hook, call, delivery)
  const kept = await enqueue(wait ? { ...delivery, answerTo: deps.ingressId } : delivery)
  const isOver = delivery.bill?.standing()?.admitted === false
  if (kept === 'kept' && !isOver) return answerFor(call, delivery.id, wait && (await wait.settled))
  wait?.cancel()
  if (kept === 'kept') return { outcome: 'limited' }
  return {
    outcome: 'cannot_keep',
    detail: whyNot[kept],
    ...(kept === 'unknown' && { delivery: delivery.id }),
  }
}

function waitFor(
  deps: AcceptDeps,
  hook: Hook,
  call: HookCall,
  delivery: NewDelivery,
): OutcomeWait | undefined {
  const { id } = delivery
  if (call.wait) return deps.waiters.expect(id, waitWithinMs)
  if (!hook.confirm || deps.oldestWaitingMs(laneOf(delivery)) > maxLagMs) return undefined
  return deps.waiters.expect(id, confirmWithinMs)
}

function answerFor({ wait }: HookCall, delivery: string, settled: Settled | undefined): DeliveryAnswer {
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

const whyNot: Record<Exclude<EnqueueResult, 'kept'>, string> = {
  away: 'Nothing was stored: the queue does not answer.',
  full: 'Nothing was stored: too much is waiting to be stored.',
  backed_up:
    'Nothing was stored: too many deliveries are waiting to be posted, or the queue is short of memory.',
  refused: 'Nothing was stored: the queue takes in nothing just now.',
  unknown: 'The queue did not answer in time, so it is not known whether the delivery was stored.',
}
