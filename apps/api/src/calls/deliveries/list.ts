import { calls } from '@posthorn/contract'
import { deliveriesOf } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { deliveryObject } from './delivery-object.js'

export const listDeliveries = serve(calls.listDeliveries, async ({ deps, hookId, query }) => {
  const { outcome, from, to, cursor, limit } = query
  const wanted = { outcome, fromMs: from, toMs: to, before: cursor || undefined, limit: limit + 1 }
  const found = await deliveriesOf(deps.db, hookId, wanted)
  const deliveries = found.slice(0, limit)
  const next = found.length > limit ? (deliveries.at(-1)?.id ?? '') : ''
  return { deliveries: deliveries.map(deliveryObject), next }
})
