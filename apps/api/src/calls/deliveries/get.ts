import { calls } from '@posthorn/contract'
import { findDelivery, postsOf } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'
import { wholeDelivery } from './delivery-object.js'

export const getDelivery = serve(calls.getDelivery, async ({ deps, hookId, params }) => {
  const delivery = await findDelivery(deps.db, hookId, params.delivery)
  if (!delivery) return refused('no_such_delivery')
  return wholeDelivery(delivery, await postsOf(deps.db, params.delivery))
})
