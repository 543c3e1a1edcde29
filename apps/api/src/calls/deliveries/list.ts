import { calls, maxCountedDeliveries } from '@posthorn/contract'
import { countDeliveries as count, idsBetween, listDeliveries as list } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { deliveryObject } from '../../objects/delivery-object.js'
import { shownInList } from './in-list.js'

export const listDeliveries = serve(calls.listDeliveries, async ({ deps, caller, hookId, query }) => {
  const { outcome, text, from: fromMs, to: toMs, cursor, limit } = query
  const before = cursor || undefined
  const wanted = { hookId, outcome, text, fromMs, toMs, before, limit }
  const { deliveries, replays, next } = await list(deps.db, wanted)
  const shown = await shownInList(deps.db, caller.user.id, deliveries)
  return {
    deliveries: deliveries.map(delivery => ({
      ...deliveryObject(delivery),
      ...shown(delivery),
      replay_outcome: replays.get(delivery.id) ?? ('' as const),
    })),
    next,
  }
})

export const countDeliveries = serve(calls.countDeliveries, async ({ deps, hookId, query }) => {
  const { outcome, text, from, to, after, replayable } = query
  const { first, end } = idsBetween(from, to)
  const range = { hookId, outcome, text, after: after > first ? after : first, end }
  const counted = await count(deps.db, range, { most: maxCountedDeliveries, replayable })
  return { count: counted.count, is_whole: counted.isWhole }
})
