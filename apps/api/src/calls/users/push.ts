import { calls, ok, pushLimits } from '@posthorn/contract'
import { deletePushSubscription, pushEndpointOf, savePushSubscription } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const getPush = serve(calls.getPush, async ({ deps, caller: { session } }) => ({
  public_key: deps.push.publicKey ?? '',
  endpoint: (await pushEndpointOf(deps.db, session.id)) ?? '',
}))

export const subscribeToPush = serve(
  calls.subscribeToPush,
  async ({ deps, caller: { session }, body: { endpoint, keys } }) => {
    if (deps.push.publicKey === undefined) return refused('no_push')
    if (!deps.push.isEndpoint(endpoint)) return refused('bad_push_endpoint')
    const own = { sessionId: session.id, userId: session.userId, nowMs: deps.nowMs() }
    await savePushSubscription(deps.db, { ...own, endpoint, ...keys }, pushLimits.mostPerUser)
    return ok
  },
)

export const unsubscribeFromPush = serve(calls.unsubscribeFromPush, async ({ deps, caller: { session } }) => {
  await deletePushSubscription(deps.db, session.id)
  return ok
})
