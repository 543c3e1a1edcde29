import {
  addressSearchMinutes,
  calls,
  type FoundDelivery,
  maxFoundDeliveries,
  type OutputOf,
} from '@posthorn/contract'
import {
  type Db,
  type DeliveryClue,
  findDeliveriesBy,
  findHooks,
  findTeams,
  findUsers,
  type SettledDelivery,
} from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { deliveryObject } from '../../objects/delivery-object.js'
import { refused } from '../../refusals/refused.js'
import { sentFrom } from './sent-from.js'

const withinMs = addressSearchMinutes * 60_000
export const findDeliveries = serve(calls.findDeliveries, async ({ deps, query }) => {
  const clue = clueIn(query)
  if (typeof clue === 'string') return refused('bad_parameter', clue)
  const { deliveries, isWhole } = await findDeliveriesBy(deps.db, clue, maxFoundDeliveries)
  const describe = await describing(deps.db, deliveries)
  return { deliveries: deliveries.map(describe), is_whole: isWhole }
})

type Query = OutputOf<typeof calls.findDeliveries.query>

/** Returns what to look for, or why that is unclear. */
function clueIn({ id, request_id: requestId, trace_id: traceId, address, at }: Query): DeliveryClue | string {
  if ([id, requestId, traceId, address].filter(given => given !== undefined).length !== 1)
    return 'Name exactly one of id, request_id, trace_id and address.'
  if (address !== undefined)
    return at === undefined ? 'An address needs the time at.' : { address, atMs: at, withinMs }
  if (at !== undefined) return 'The time at belongs to an address.'
  if (id !== undefined) return { id }
  return traceId === undefined ? { requestId: requestId ?? '' } : { traceId }
}

/** Looks up who sent the deliveries, and returns a function that describes each. */
async function describing(
  db: Db,
  deliveries: SettledDelivery[],
): Promise<(delivery: SettledDelivery) => FoundDelivery> {
  const hooks = await findHooks(db, [...new Set(deliveries.map(({ hookId }) => hookId))])
  const teamIdOf = ({ hookId, teamId }: SettledDelivery) => hooks.get(hookId)?.teamId ?? teamId
  const [users, teams] = await Promise.all([
    findUsers(
      db,
      deliveries.map(({ hookId }) => hookId).filter(id => !hooks.has(id)),
    ),
    findTeams(db, [...new Set(deliveries.map(teamIdOf))]),
  ])
  const names = new Map(users.map(({ id, username }) => [id, username]))
  return delivery => {
    const { hookId } = delivery
    const team = teams.get(teamIdOf(delivery))
    const { headers, ...sent } = sentFrom(delivery)
    return {
      ...deliveryObject(delivery),
      ...sent,
      team: team ? { id: team.id, name: team.name, display_name: team.displayName } : null,
      hook_name: hooks.get(hookId)?.displayName ?? names.get(hookId) ?? '',
      by_token: names.has(hookId),
    }
  }
}
