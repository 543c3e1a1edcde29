import { deliveriesOf, findDelivery, postsOf } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { hookAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { DeliveryPage, deliveryObject, WholeDelivery, wholeDelivery } from '../objects/delivery.js'
import { Id, Moment } from '../parameters.js'

const OfHook = z.object({ team: Id, hook: Id })

const Asked = z.object({
  outcome: z.enum(['posted', 'rejected']).optional(),
  from: Moment.default(0),
  to: Moment.default(Number.MAX_SAFE_INTEGER),
  cursor: Id.or(z.literal('')).default(''),
  limit: z.coerce.number().int().min(1).max(200).default(60),
})

/** What became of a hook's deliveries, for those who manage the hook. */
export function deliveryRoutes(app: ApiServer, { db }: ApiDeps): void {
  const list = { params: OfHook, querystring: Asked, response: { 200: DeliveryPage } }
  /** Newest first, without payloads. */
  app.get('/teams/:team/hooks/incoming/:hook/deliveries', { schema: list }, async (request, reply) => {
    const { team, hook } = request.params
    const access = await hookAccess(db, callerOf(request), team, hook)
    if (access !== 'granted') return refuse(reply, access)
    const { outcome, from, to, cursor, limit } = request.query
    const wanted = { outcome, fromMs: from, toMs: to, before: cursor || undefined, limit: limit + 1 }
    const found = await deliveriesOf(db, hook, wanted)
    const deliveries = found.slice(0, limit)
    const next = found.length > limit ? (deliveries.at(-1)?.id ?? '') : ''
    return { deliveries: deliveries.map(deliveryObject), next }
  })

  const get = { params: OfHook.extend({ delivery: Id }), response: { 200: WholeDelivery } }
  /** One with its payload as it came, and its posts. */
  app.get(
    '/teams/:team/hooks/incoming/:hook/deliveries/:delivery',
    { schema: get },
    async (request, reply) => {
      const { team, hook, delivery: id } = request.params
      const access = await hookAccess(db, callerOf(request), team, hook)
      if (access !== 'granted') return refuse(reply, access)
      const delivery = await findDelivery(db, hook, id)
      if (!delivery) return refuse(reply, 'no_such_delivery')
      return wholeDelivery(delivery, await postsOf(db, id))
    },
  )
}
