import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { hookAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { Id } from '../parameters.js'
import { beginReplay, replayOne } from '../replay.js'

const OfHook = z.object({ team: Id, hook: Id })

const Again = z.object({ again: z.boolean().optional() }).nullish()
const Replayed = z.object({ delivery: z.string(), replay_of: z.string(), replayed_already: z.boolean() })

const Ms = z.number().int().min(0).optional()
/** An object has to be there, be it empty: a body that is no JSON must not mean the whole history. */
const Range = z.object({ from: Ms, to: Ms })
const Begun = z.object({ replay: z.string() })

const Progress = z.object({
  status: z.enum(['waiting', 'running', 'done']),
  total: z.number(),
  done: z.number(),
  from: z.number(),
  to: z.number(),
})

const retryAfterSeconds = 1

/** Deliveries sent again, for those who manage their hook. */
export function replayRoutes(app: ApiServer, deps: ApiDeps): void {
  const one = { params: OfHook.extend({ delivery: Id }), body: Again, response: { 200: Replayed } }
  app.post(
    '/teams/:team/hooks/incoming/:hook/deliveries/:delivery/replay',
    { schema: one },
    async (request, reply) => {
      const { team, hook, delivery } = request.params
      const access = await hookAccess(deps.db, callerOf(request), team, hook)
      if (access !== 'granted') return refuse(reply, access)
      const again = request.body?.again ?? false
      const replayed = await replayOne(deps, { hook, delivery, again, requestId: request.id })
      if (replayed.outcome === 'cannot_replay') reply.header('retry-after', retryAfterSeconds)
      if (replayed.outcome !== 'replayed') return refuse(reply, replayed.outcome)
      return { delivery: replayed.id, replay_of: replayed.replayOf, replayed_already: replayed.already }
    },
  )

  const all = { params: OfHook, body: Range, response: { 200: Begun } }
  /** Every rejected delivery of the hook in the range that was not replayed yet, oldest first. */
  app.post('/teams/:team/hooks/incoming/:hook/deliveries/replay', { schema: all }, async (request, reply) => {
    const { team, hook } = request.params
    const access = await hookAccess(deps.db, callerOf(request), team, hook)
    if (access !== 'granted') return refuse(reply, access)
    const begun = await beginReplay(deps, { id: request.id, hook, ...request.body })
    if (begun === 'replaying') return { replay: request.id }
    return refuse(reply.header('retry-after', retryAfterSeconds), begun)
  })

  const progress = { params: OfHook.extend({ replay: Id }), response: { 200: Progress } }
  app.get(
    '/teams/:team/hooks/incoming/:hook/replays/:replay',
    { schema: progress },
    async (request, reply) => {
      const { team, hook, replay } = request.params
      const access = await hookAccess(deps.db, callerOf(request), team, hook)
      if (access !== 'granted') return refuse(reply, access)
      const found = await deps.replays.progress(replay)
      if (found.kind === 'away')
        return refuse(reply.header('retry-after', retryAfterSeconds), 'cannot_replay')
      if (found.kind === 'unknown' || found.progress.hookId !== hook) return refuse(reply, 'no_such_replay')
      const { status, total, done, fromMs: from, toMs: to } = found.progress
      return { status, total, done, from, to }
    },
  )
}
