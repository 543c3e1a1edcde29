import { deliveryState, type Settled, shownPostIds, timeOf } from '@posthorn/core'
import type { OpenHook } from '@posthorn/db'
import type { ReadCall } from '@posthorn/formats'
import {
  type Admission,
  type Entered,
  type Entering,
  laneOf,
  type OutcomeWait,
  whyNotStored,
  withTimeout,
} from '@posthorn/queue'
import { isHookRefusal, senderLines } from '@posthorn/server'
import type { AcceptDeps, DeliveryAnswer, HookCall, PostRef } from './call.js'

/** How long a response waits for the outcome because of the hook's `confirm`, and of a sender's `?wait=true`. */
const confirmWithinMs = 3000
const waitWithinMs = 10_000

/** Above this age of the oldest delivery, responses do not wait for outcomes, so that bursts are not slowed down. */
const maxLagMs = 1000

/** What remains for the write after the lookup of the idempotency key, so that the sender gets a response within 3 s. */
const writeAfterLookMs = 1500

/** A call whose payload was read. `counted`: what was already charged to its hook's rate. */
type ReadyCall = { call: HookCall; reading: ReadCall; counted: 0 | 1 }

type Hook = OpenHook['hook']

type Ready = {
  hook: Hook
  call: HookCall
  delivery: Entering
  enter: (delivery: Entering) => Promise<Entered>
  compared?: string | undefined
}

/** Stores a delivery. Generates its id last, just before gathering, because a channel shows posts in the order of these ids. */
export function enqueue(
  deps: AcceptDeps,
  hook: Hook,
  { call, reading, counted }: ReadyCall,
): Promise<DeliveryAnswer> {
  const { requestId, change } = call
  const { json, posts, bytes, format, idempotencyKey, isPing, compared } = reading
  const delivery: Entering = {
    id: deps.newDeliveryId(),
    hookId: hook.id,
    ownerId: hook.ownerId,
    requestId,
    payload: json,
    posts,
    restrictedTo: hook.keyMadeBy || undefined,
    sender: senderLines(call),
    caller: call.caller,
    change,
    format,
  }
  const enter = (delivery: Entering) => deps.entry.enqueue(delivery, { bytes, counted })
  const ready = { hook, call, delivery, enter, compared }
  const key = call.idempotencyKey ?? idempotencyKey
  const answer = key === undefined ? store(deps, ready) : storeOnce(deps, ready, key)
  return isPing ? answer.then(connected) : answer
}

/** Says to a sender's test call that it has arrived. */
function connected(answer: DeliveryAnswer): DeliveryAnswer {
  return answer.outcome === 'accepted' ? { ...answer, outcome: 'connected' } : answer
}

/** Stores a delivery with an idempotency key. A repeated key reuses the first delivery's id, so Postgres stores one copy. */
async function storeOnce(
  deps: AcceptDeps,
  { delivery, enter, compared = delivery.payload, ...ready }: Ready,
  idempotencyKey: string,
): Promise<DeliveryAnswer> {
  const refused = deps.entry.refusal(delivery)
  if (refused?.outcome === 'not_stored') return notStored(refused, delivery.id) // before the key is stored
  const first = await deps.lookupIdempotencyKey({ ...delivery, payload: compared }, idempotencyKey)
  if (first === 'other_payload') return { outcome: 'other_payload' }
  if (first === 'away') return { outcome: 'cannot_keep', detail: whyNotStored.away }
  if ('over' in first) return { outcome: 'limited', standing: first.over }
  const inTime = (copy: Entering) => withTimeout(enter(copy), writeAfterLookMs, unanswered)
  const answer = await store(deps, { ...ready, delivery: { ...delivery, id: first.id }, enter: inTime })
  return first.repeated && answer.outcome !== 'cannot_keep' ? { ...answer, replayed: true } : answer
}

const unanswered: Entered = { outcome: 'not_stored', why: 'unknown', standing: undefined }

async function store(deps: AcceptDeps, { hook, call, delivery, enter }: Ready): Promise<DeliveryAnswer> {
  const { id } = delivery
  const wait = waitFor(deps, hook, call, delivery)
  const entered = await enter(wait ? { answerTo: deps.ingressId, ...delivery } : delivery) // (docs/decisions/071)
  if (entered.outcome === 'kept')
    return answerFor(call, { delivery: id, standing: entered.standing }, wait && (await wait.settled))
  wait?.cancel()
  return entered.outcome === 'not_stored' ? notStored(entered, id) : entered
}

function notStored({ why, standing }: Entered & { outcome: 'not_stored' }, id: string): DeliveryAnswer {
  const delivery = (why === 'unknown' || why === 'unconfirmed') && { delivery: id }
  return { outcome: 'cannot_keep', detail: whyNotStored[why], standing, ...delivery }
}

/** Callers wait if they ask to, if they change posts, or if the hook confirms and its lane is not behind. */
function waitFor(deps: AcceptDeps, hook: Hook, call: HookCall, delivery: Entering): OutcomeWait | undefined {
  const confirms = () => hook.confirm && deps.oldestWaitingMs(laneOf(delivery)) <= maxLagMs
  if (!call.wait && !call.change && !confirms()) return undefined
  return deps.waiters.expect(delivery.id, call.wait ? waitWithinMs : confirmWithinMs, hook.ownerId)
}

function answerFor(
  { wait, change }: HookCall,
  { delivery, standing }: { delivery: string; standing: Admission | undefined },
  settled: Settled | undefined,
): DeliveryAnswer {
  const about = { delivery, standing, state: deliveryState(settled?.outcome) }
  if (settled?.outcome === 'rejected') {
    const { reason, detail } = settled
    // only another version's worker knows other reasons
    return { outcome: isHookRefusal(reason) ? reason : 'unprocessable', detail, ...about }
  }
  if (!wait && !change) return { outcome: 'accepted', ...about }
  if (!settled) return { outcome: 'queued', ...about }
  const as = change?.kind === 'delete' ? 'deleted' : settled.outcome
  return { outcome: 'posted', as, posts: postsOf(settled), ...about }
}

function postsOf(settled: Settled): PostRef[] {
  return shownPostIds(settled).map(id => ({ id, channel_id: settled.channelId, create_at: timeOf(id) }))
}
