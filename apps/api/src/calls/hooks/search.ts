import { calls, failingShare, unusedHookDays } from '@posthorn/contract'
import { idLength } from '@posthorn/core'
import {
  type FoundHook,
  searchHooks as find,
  type HookCondition,
  type HookPlace,
  type HookSearch,
  type HookSort,
  idsBetween,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin, isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { administratorsToAsk, whyNotManaging } from './authorize.js'
import { hookOverview } from './hook-overview.js'

const dayMs = 86_400_000
const hourMs = 3_600_000
const hoursPerDay = 24

type Wanted = { search: string; only: HookCondition | ''; sort: HookSort; cursor: string; limit: number }

/** One more than the page holds, to know whether there is a next page. */
export function searchOf({ nowMs }: ApiDeps, user: User, wanted: Wanted): HookSearch {
  const { search, only, sort, cursor, limit } = wanted
  return {
    viewer: { userId: user.id, isSystemAdmin: isSystemAdmin(user) },
    text: search,
    condition: only || undefined,
    unusedSince: nowMs() - unusedHookDays * dayMs,
    sort,
    after: placeOf(cursor, sort),
    limit: limit + 1,
    lastDay: { hours: hoursUntil(nowMs()), end: idsBetween(0, nowMs() + hourMs).end, share: failingShare },
  }
}

/** Returns the beginnings of the IDs of the last 24 hours. */
function hoursUntil(nowMs: number): string[] {
  return Array.from({ length: hoursPerDay }, (_, index) => {
    const startMs = nowMs - (hoursPerDay - index) * hourMs
    return idsBetween(startMs, startMs).first
  })
}

/** A cursor is the value that the last hook is sorted by, and its ID. */
function placeOf(cursor: string, sort: HookSort): HookPlace | undefined {
  if (cursor === '') return undefined
  const end = Math.max(cursor.lastIndexOf('~'), 0)
  const key = cursor.slice(0, end)
  return { key: sort === 'title' ? key : String(Number(key) || 0), id: cursor.slice(-idLength) }
}

/** Returns a page of hooks with the cursor of the next one. */
export function pageOf({ hooks: found, total }: { hooks: FoundHook[]; total: number }, limit: number) {
  const hooks = found.slice(0, limit)
  const last = hooks.at(-1)
  return { hooks, next: last && found.length > limit ? `${last.sortKey}~${last.id}` : '', total }
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
