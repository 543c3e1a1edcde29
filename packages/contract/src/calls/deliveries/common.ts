import { z } from 'zod'
import { maxSearchLength } from '../../limits.js'
import { params, Text, Timestamp } from '../../parameters.js'

/** Where the calls about what a hook was sent are. */
export const path = '/teams/:team/hooks/incoming/:hook'

export const forOwners = 'For the hook’s creator and the team’s administrators.'

/** They are asked of the hook, whoever may make hooks now. */
export const common = { tag: 'Deliveries', allow: 'hook_owner', params: params('team', 'hook') } as const

/** Which deliveries are meant, in a query. */
export const filter = {
  outcome: z.enum(['posted', 'rejected']).optional(),
  text: Text.max(maxSearchLength)
    .default('')
    .describe('What the payload has in it, in any case: as it came, or as JSON writes it.'),
  from: Timestamp.default(0).describe('Milliseconds since 1970.'),
  to: Timestamp.default(Number.MAX_SAFE_INTEGER).describe('Milliseconds since 1970.'),
}
