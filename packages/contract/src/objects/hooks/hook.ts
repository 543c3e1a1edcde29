import { z } from 'zod'
import { collapseWindow } from '../../limits.js'
import { SignatureObject } from './signature.js'

const Named = z.object({ id: z.string(), username: z.string() })

export const HookCollapse = z.object({
  window_seconds: z
    .union([z.literal(0), z.int().min(collapseWindow.leastSeconds).max(collapseWindow.mostSeconds)])
    .describe(
      'For how long after a post its repeats are counted in it, instead of posted again. 0 posts every repeat.',
    ),
})

/** The offer of a hook. The hook stays with its creator until the offer is accepted. */
const HookOffer = z.object({
  to: Named,
  by: Named,
  create_at: z.number(),
  expires_at: z.number().describe('Last time at which the offer can be accepted.'),
})

/** A hook that is offered to the caller. */
export const OfferedHook = z.object({
  id: z.string(),
  team_id: z.string(),
  display_name: z.string(),
  description: z.string(),
  channel_locked: z.boolean(),
  channel: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  creator: Named,
  by: Named.describe('The user who offers it.'),
  expires_at: z.number(),
})
export type OfferedHook = z.infer<typeof OfferedHook>

/**
 * A hook with the details for users who manage it. `url` contains the key and is included only right after the key was
 * created. A hook has no name or icon of its own, so those fields are empty.
 */
export const HookObject = z
  .object({
    id: z.string(),
    create_at: z.number(),
    update_at: z.number(),
    delete_at: z.number(),
    user_id: z.string(),
    channel_id: z.string(),
    team_id: z.string(),
    display_name: z.string(),
    description: z.string(),
    username: z.literal(''),
    icon_url: z.literal(''),
    channel_locked: z.boolean(),
    format: z.string().describe('The adapter that reads all payloads, or empty.'),
    collapse: HookCollapse.describe('How repeats of a post are counted in it.'),
    signature: SignatureObject.nullable().describe('Null if calls are not verified.'),
    allow_from: z
      .array(z.string())
      .describe('The addresses and CIDR ranges that may call the hook. Empty for all.'),
    template_version: z
      .number()
      .describe('The version of the template that turns all JSON into posts. 0 if there is none.'),
    confirm: z.boolean(),
    last_used_at: z.number(),
    failing_since: z
      .number()
      .describe('Time since which every delivery was rejected. 0 if the latest was not.'),
    disabled_at: z.number().describe('Time since which the hook rejects all calls. 0 if it is enabled.'),
    creator_deactivated: z
      .boolean()
      .describe('Whether the creator’s account is deactivated. The hook then posts only to public channels.'),
    creator_left_team: z
      .boolean()
      .describe('Whether the creator has left the team. The hook then posts only to public channels.'),
    offer: HookOffer.nullable().describe('The pending offer, or null.'),
    url_made_by: Named.nullable().describe(
      'User who regenerated the URL, unless that was the creator. Null otherwise. The hook then posts only ' +
        'where both can read, and never to direct channels.',
    ),
    url: z
      .string()
      .optional()
      .describe(
        'URL that senders post to. Only the path if the server has no `BASE_URL` and was called by a host name.',
      ),
  })
  .meta({ id: 'Hook' })
export type HookObject = z.infer<typeof HookObject>
