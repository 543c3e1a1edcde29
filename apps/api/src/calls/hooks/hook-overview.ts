import type { HookInTeam, HookOverview } from '@posthorn/contract'
import type { FoundHook } from '@posthorn/db'
import { wordsFor } from '../../objects/delivery-object.js'
import { hookObject } from '../../objects/hook-object.js'

/** Returns a hook as lists show it. `mayManage` says whether the caller manages the hooks that the search found. */
export function hookOverview(hook: FoundHook, mayManage: boolean): HookOverview {
  const { creator, channel, failing } = hook
  return {
    ...hookObject(hook),
    creator: { id: hook.userId, username: creator.username, delete_at: creator.deleteAt },
    channel: {
      id: hook.channelId,
      name: channel.name,
      display_name: channel.displayName,
      type: channel.type,
      delete_at: channel.deleteAt,
    },
    posted_last_day: hook.posted,
    rejected_last_day: hook.rejected,
    delivered_last_day: hook.delivered,
    delivered_by_hour: inHours(hook.deliveredByHour),
    rejected_by_hour: inHours(hook.rejectedByHour),
    failing: failing && { delivery: failing.id, ...wordsFor({ ...failing, outcome: 'rejected' }) },
    may_change: mayManage && hook.deleteAt === 0,
  }
}

/** Hours are counted from 1. */
function inHours(counts: Record<string, number>): number[] {
  return Array.from({ length: 24 }, (_, index) => counts[index + 1] ?? 0)
}

/** Returns the same for a caller who may change every hook of all teams. */
export function hookInTeam(hook: FoundHook): HookInTeam {
  const { name, displayName } = hook.team
  return { ...hookOverview(hook, true), team: { id: hook.teamId, name, display_name: displayName } }
}
