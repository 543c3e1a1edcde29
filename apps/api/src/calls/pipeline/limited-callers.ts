import { calls } from '@posthorn/contract'
import { findHooks, findUsers } from '@posthorn/db'
import type { CallerKind, CountedCaller } from '@posthorn/queue'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const listLimitedCallers = serve(calls.listLimitedCallers, async ({ deps, query: { limit } }) => {
  const found = await deps.pipeline.limitedCallers(limit)
  if (!found) return refused('redis_away')
  const idsOf = (kind: CallerKind) => found.callers.filter(one => one.kind === kind).map(({ id }) => id)
  const [hooks, users] = await Promise.all([
    findHooks(deps.db, idsOf('hook')),
    findUsers(deps.db, idsOf('user')),
  ])
  const usernames = new Map(users.map(({ id, username }) => [id, username]))
  const callerObject = ({ kind, id, calls: count }: CountedCaller) => {
    const hook = kind === 'hook' ? hooks.get(id) : undefined
    const name = hook?.displayName ?? usernames.get(id) ?? ''
    return { kind, id, name, team_id: hook?.teamId ?? '', calls: count }
  }
  return { since_at: found.sinceMs, callers: found.callers.map(callerObject) }
})
