import { z } from 'zod'
import { foundHooksPerPage, maxFoundHooksPerPage, maxSearchLength } from '../../limits.js'
import { Id, params, Text } from '../../parameters.js'

/** Where the calls about a team’s hooks are. */
export const path = '/teams/:team/hooks/incoming'

/** Who may make them, in words. */
export const administrators =
  'For all members, as far as it is about their own hooks, and for the team’s administrators; for those only where ' +
  'EnableOnlyAdminIntegrations is on.'

/** `allow` lets a member in; whether members manage hooks, the setting decides. */
export const common = { tag: 'Hooks', allow: 'team_member', params: params('team') } as const

/** As an id or a key looks; what looks otherwise is refused after the caller’s rights. */
export const pattern = '^[a-z0-9]{26}$'

/** What is refused about any hook. */
export const ofHooks = ['only_admins_manage_hooks'] as const

/** What is refused where a hook is named. */
export const ofHook = ['no_hook_here', 'hook_of_other_team', ...ofHooks] as const

/** What is searched for, and which page of what is found. */
export const searched = z.object({
  search: Text.max(maxSearchLength)
    .default('')
    .describe('A part of the hook’s name, of its channel’s, or of its creator’s user name, in any case.'),
  cursor: Id.or(z.literal('')).default('').describe('The `next` of the page before.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxFoundHooksPerPage)
    .default(foundHooksPerPage)
    .describe(`${foundHooksPerPage}, if nothing is said.`),
})
