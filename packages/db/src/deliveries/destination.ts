import type { Unpostable } from '@posthorn/core'
import type { PostChannel } from '../channels/channels.js'
import type { PostingHook } from './look-up.js'

/** Why a delivery can go nowhere, or became too much: words of the table of what hooks refuse. */
export type DestinationRefusal =
  | 'hook_deleted'
  | 'channel_locked'
  | 'unknown_channel'
  | 'unknown_user'
  | 'direct_to_creator'
  | 'creator_deactivated'
  | 'creator_left_team'
  | 'no_permission'
  | 'not_by_creator'
  | Unpostable['reason']

/** Where a delivery goes, or why it can go nowhere. */
export type Destination =
  | { outcome: 'found'; hook: PostingHook; channel: PostChannel }
  | { outcome: 'refused'; hook: PostingHook | undefined; reason: DestinationRefusal; detail: string }
