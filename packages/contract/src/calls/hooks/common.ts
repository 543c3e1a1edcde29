import { z } from 'zod'
import { foundHooksPerPage, maxFoundHooksPerPage, maxSearchLength } from '../../limits.js'
import { Id, params, Text } from '../../parameters.js'

/** The path of calls about a team’s hooks. */
export const path = '/teams/:team/hooks/incoming'

/** States who can manage hooks, for descriptions. */
export const administrators =
  'Allowed for members, for their own hooks, and for the team’s administrators. If ' +
  'EnableOnlyAdminIntegrations is on, only for administrators.'

/** `allow` admits members. The setting then decides whether members can manage hooks. */
export const common = { tag: 'Hooks', allow: 'team_member', params: params('team') } as const

/** The shape of an ID or key. Any other shape is rejected after the permission check. */
export const pattern = '^[a-z0-9]{26}$'

/** The errors of any call about hooks. */
export const ofHooks = ['only_admins_manage_hooks'] as const

/** The errors of calls that name a hook. */
export const ofHook = ['no_hook_here', 'hook_of_other_team', ...ofHooks] as const

/** A search term and a page of results. */
export const searched = z.object({
  search: Text.max(maxSearchLength)
    .default('')
    .describe('Part of the hook’s name, its channel’s name or its creator’s user name, ignoring case.'),
  cursor: Id.or(z.literal('')).default('').describe('The `next` of the previous page.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxFoundHooksPerPage)
    .default(foundHooksPerPage)
    .describe(`${foundHooksPerPage} by default.`),
})
