import type { Unpostable } from '@posthorn/core'
import type { PostChannel } from '../channels/channels.js'
import type { PostingHook } from './look-up.js'

/** Why a delivery has no destination or became too large. The words are rows of the table of refusals for hooks. */
export type DestinationRefusal =
  | 'hook_deleted'
  | 'channel_locked'
  | 'unknown_channel'
  | 'channel_archived'
  | 'unknown_user'
  | 'direct_to_creator'
  | 'creator_deactivated'
  | 'creator_left_team'
  | 'no_permission'
  | 'not_by_creator'
  | 'template_failed'
  | 'foreign_file'
  | Unpostable['reason']

/** The destination of a delivery, or the reason why it has none. */
export type Destination =
  | { outcome: 'found'; hook: PostingHook; channel: PostChannel }
  | { outcome: 'refused'; hook: PostingHook | undefined; reason: DestinationRefusal; detail: string }
