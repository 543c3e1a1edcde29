import { z } from 'zod'
import { maxSearchLength } from '../../limits.js'
import { deliveryOutcomes } from '../../objects/hooks/delivery.js'
import { filterText, params, Timestamp } from '../../parameters.js'

/** The path of calls about a hook’s deliveries. */
export const path = '/teams/:team/hooks/incoming/:hook'

export const forOwners = 'Allowed for the hook’s creator and the team’s administrators.'

/** Depends on the hook only, not on who can currently create hooks. */
export const common = { tag: 'Deliveries', allow: 'hook_owner', params: params('team', 'hook') } as const

/** Filters deliveries in a query. */
export const filter = {
  outcome: z.enum(deliveryOutcomes).optional(),
  text: filterText(maxSearchLength).describe(
    'Text that the payload contains, ignoring case, either as received or as JSON encodes it.',
  ),
  from: Timestamp.default(0).describe('Start of the range, in milliseconds since 1970.'),
  to: Timestamp.default(Number.MAX_SAFE_INTEGER).describe('End of the range, in milliseconds since 1970.'),
}
