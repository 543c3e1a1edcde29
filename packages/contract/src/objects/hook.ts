import { z } from 'zod'

const Named = z.object({ id: z.string(), username: z.string() })

/** The offer of a hook. Until it is accepted, the hook stays with its creator. */
const HookOffer = z.object({
  to: Named,
  by: Named,
  create_at: z.number(),
  expires_at: z.number().describe('After this it can no longer be accepted.'),
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
 * A hook as those see it who manage it. `url` holds the key and is there when a key was just made, never again. A hook has
 * no name or icon of its own: those are empty.
 */
export const HookObject = z.object({
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
  confirm: z.boolean(),
  last_used_at: z.number(),
  failing_since: z.number(),
  disabled_at: z.number().describe('Since when it takes nothing; 0 while it is enabled.'),
  creator_deactivated: z
    .boolean()
    .describe('Whether the account of who made it was deactivated: it posts to public channels only.'),
  creator_left_team: z
    .boolean()
    .describe('Whether who made it is no longer in its team: it posts to public channels only.'),
  offer: HookOffer.nullable().describe('To whom it is offered; null while it is offered to nobody.'),
  url_made_by: Named.nullable().describe(
    'The user who regenerated its URL, where that was not its creator; else null. It then posts only where both can read, and in no direct channel.',
  ),
  url: z
    .string()
    .optional()
    .describe(
      'Where senders post to. Only the path if the server has no `BASE_URL` and was called by a host name.',
    ),
})
export type HookObject = z.infer<typeof HookObject>
