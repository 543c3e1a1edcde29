import { z } from 'zod'
import {
  failingShare,
  foundHooksPerPage,
  maxFoundHooksPerPage,
  maxSearchLength,
  unusedHookDays,
} from '../../limits.js'
import { filterText, orEmpty, params, Text } from '../../parameters.js'

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

/** A search term, a condition, an order, and a page of results. */
export const searched = z.object({
  search: filterText(maxSearchLength).describe(
    'Part of the hook’s name, its channel’s name or its creator’s user name, ignoring case.',
  ),
  only: orEmpty(
    z.enum(['failing', 'disabled', 'never_used', 'unused', 'creator_deactivated', 'unlocked']),
  ).describe(
    `failing: at least ${100 * failingShare} % of the deliveries of the last 24 hours were rejected. unused: neither ` +
      `called nor created in the last ${unusedHookDays} days. unlocked: can post to any channel.`,
  ),
  sort: z
    .enum(['', 'title', 'last_used', 'posted', 'failure_rate'])
    .default('')
    .describe(
      'Newest first without one. title: A to Z. The others start with the highest value. posted and failure_rate are ' +
        'those of the last 24 hours.',
    ),
  cursor: Text.regex(/^(|(.{0,400}~)?[a-z0-9]{26})$/su, 'must be the `next` of a page')
    .default('')
    .describe('The `next` of the previous page with the same order.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxFoundHooksPerPage)
    .default(foundHooksPerPage)
    .describe(`${foundHooksPerPage} by default.`),
})

/** The fields that determine the cost of such a search. */
export const searchedBy = ['search', 'only', 'sort']
