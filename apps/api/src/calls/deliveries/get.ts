import { calls } from '@posthorn/contract'
import { findDelivery, postsOf } from '@posthorn/db'
import { refused } from '../../http/refused.js'
import { serve } from '../../http/serve-calls.js'
import { wholeDelivery } from './delivery-object.js'

export const getDelivery = serve(calls.getDelivery, async ({ deps, hookId, params }) => {
  const delivery = await findDelivery(deps.db, hookId, params.delivery)
  if (!delivery) return refused('no_such_delivery')
  return wholeDelivery(delivery, await postsOf(deps.db, params.delivery))
})
