import type { ManagedHook } from '@posthorn/db'
import { z } from 'zod'

/**
 * Spec 3.1 and design 7. `url` holds the key and is there when a key was just made, never again. A hook has no name or icon
 * of its own: those are empty.
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
  creator_deactivated: z
    .boolean()
    .describe('Whether the account of who made it was deactivated: it posts to public channels only.'),
  creator_left_team: z
    .boolean()
    .describe('Whether who made it is no longer in its team: it posts to public channels only.'),
  url: z.string().optional(),
})
export type HookObject = z.infer<typeof HookObject>

export function hookObject(hook: ManagedHook, url?: string): HookObject {
  return {
    id: hook.id,
    create_at: hook.createAt,
    update_at: hook.updateAt,
    delete_at: hook.deleteAt,
    user_id: hook.userId,
    channel_id: hook.channelId,
    team_id: hook.teamId,
    display_name: hook.displayName,
    description: hook.description,
    username: '',
    icon_url: '',
    channel_locked: hook.locked,
    confirm: hook.confirm,
    last_used_at: hook.lastUsedAt,
    failing_since: hook.failingSince,
    creator_deactivated: hook.creatorStatus === 'deactivated',
    creator_left_team: hook.creatorStatus === 'left_team',
    url,
  }
}
