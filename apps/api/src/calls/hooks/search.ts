import { calls, failingShare } from '@posthorn/contract'
import { type FoundHook, searchHooks as find, type HookSearch, idsBetween, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin, isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { administratorsToAsk, whyNotManaging } from './authorize.js'
import { hookOverview } from './hook-overview.js'

const dayMs = 86_400_000

type Wanted = { search: string; cursor: string; limit: number }

/** One more than the page holds, to know whether there is a next page. */
export function searchOf({ nowMs }: ApiDeps, user: User, { search, cursor, limit }: Wanted): HookSearch {
  return {
    viewer: { userId: user.id, isSystemAdmin: isSystemAdmin(user) },
    text: search,
    before: cursor || undefined,
    limit: limit + 1,
    failing: { since: idsBetween(nowMs() - dayMs, 0).first, share: failingShare },
  }
}

/** Returns a page of hooks with the cursor of the next one. */
export function pageOf({ hooks: found, total }: { hooks: FoundHook[]; total: number }, limit: number) {
  const hooks = found.slice(0, limit)
  return { hooks, next: found.length > limit ? (hooks.at(-1)?.id ?? '') : '', total }
}

/** Administrators of a team see all its hooks, members their own, regardless of who may create hooks. */
export const searchHooks = serve(calls.searchHooks, async ({ deps, caller: { user }, teamId, query }) => {
  const [seesAll, reason] = await Promise.all([
    isTeamAdmin(deps.db, user, teamId),
    whyNotManaging(deps, user, teamId),
  ])
  const ownerId = seesAll ? undefined : user.id
  const found = await find(deps.db, { ...searchOf(deps, user, query), teamId, ownerId })
  const { hooks, ...page } = pageOf(found, query.limit)
  return {
    hooks: hooks.map(hook => hookOverview(hook, reason === undefined)),
    ...page,
    may_create: reason === undefined,
    administrators: reason === undefined ? [] : await administratorsToAsk(deps, teamId),
  }
})
