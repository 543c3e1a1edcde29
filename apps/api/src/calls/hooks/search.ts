import { calls } from '@posthorn/contract'
import { searchHooks as find, idsBetween } from '@posthorn/db'
import { isSystemAdmin, isTeamAdmin } from '../../http/guards/rights.js'
import { serve } from '../../http/serve-calls.js'
import { administratorsToAsk, whyNotManaging } from './authorize.js'
import { hookOverview } from './hook-overview.js'

const dayMs = 86_400_000

/** A team's administrators see every hook of it, members their own, whoever may make hooks now. */
export const searchHooks = serve(calls.searchHooks, async ({ deps, caller: { user }, teamId, query }) => {
  const { search, cursor, limit } = query
  const [seesAll, reason] = await Promise.all([
    isTeamAdmin(deps.db, user, teamId),
    whyNotManaging(deps, user, teamId),
  ])
  const { hooks: found, total } = await find(deps.db, {
    teamId,
    viewer: { userId: user.id, isSystemAdmin: isSystemAdmin(user) },
    ownerId: seesAll ? undefined : user.id,
    text: search,
    before: cursor || undefined,
    limit: limit + 1,
    since: idsBetween(deps.nowMs() - dayMs, 0).first,
  })
  const hooks = found.slice(0, limit)
  return {
    hooks: hooks.map(hook => hookOverview(hook, reason === undefined)),
    next: found.length > limit ? (hooks.at(-1)?.id ?? '') : '',
    total,
    may_create: reason === undefined,
    administrators: reason === undefined ? [] : await administratorsToAsk(deps, teamId),
  }
})
