import { deleteHook, hooksOf, type ManagedHook } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { teamAccess } from '../access.js'
import { Flag, objectOf, Text } from '../bodies.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { type Keyed, makeHook, reachHook, rekeyHook, remakeHook } from '../manage-hooks.js'
import { HookObject, hookObject } from '../objects/hook.js'
import { Id, WholeNumber } from '../parameters.js'
import { mayManageHooks } from '../rights.js'

const hookFields = {
  channel_id: Text,
  display_name: Text,
  description: Text,
  channel_locked: Flag,
  confirm: Flag,
  key: Text,
}
const ofTeam = z.object({ team: Id })
const perPage = 100
const maxPerPage = 200
const notAHook = 'Invalid webhook parameter: it has to be an object.'
const noRegen = 'Invalid webhook parameter: send its id, and overlap_seconds, from 0 to 2592000, if you like.'
const noId = "Invalid id parameter: it has to be the webhook's id."

/** How long an old key is good after a new one was made, unless the caller says: a day; at most thirty (design 7). */
const overlapSeconds = 86_400
const maxOverlapSeconds = 30 * 86_400

/** Managing a team's hooks (spec 3.2, design 7). What stops a hook works while hooks are switched off, too. */
export function hookRoutes(app: ApiServer, deps: ApiDeps): void {
  reading(app, deps)
  writing(app, deps)
  stopping(app, deps)
}

function reading(app: ApiServer, deps: ApiDeps): void {
  const { db, settings } = deps
  const pages = z.object({ page: WholeNumber.optional(), per_page: WholeNumber.optional() })
  const list = { params: ofTeam, querystring: pages, response: { 200: z.array(HookObject) } }
  /** The team's hooks, the oldest first: a hundred, or the page that is asked for. */
  app.get('/teams/:team/hooks/incoming/list', { schema: list }, async (request, reply) => {
    const { team } = request.params
    const { page = 0, per_page: limit = perPage } = request.query
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    if (!settings().EnableIncomingWebhooks) return refuse(reply, 'hooks_disabled')
    if (!(await mayManageHooks(deps, caller, team))) return refuse(reply, 'no_permission_api')
    if (limit > maxPerPage) return refuse(reply, 'bad_parameter', `per_page is at most ${maxPerPage}.`)
    return (await hooksOf(db, team, page * limit, limit)).map(hook => hookObject(hook))
  })

  const get = { params: ofTeam.extend({ hook: Id }), response: { 200: HookObject } }
  app.get('/teams/:team/hooks/incoming/:hook/get', { schema: get }, async (request, reply) => {
    const { team, hook: id } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    if (!settings().EnableIncomingWebhooks) return refuse(reply, 'hooks_disabled')
    const hook = await reachHook(deps, caller, { team, id, toChange: false })
    return typeof hook === 'string' ? refuse(reply, hook) : hookObject(hook)
  })
}

function writing(app: ApiServer, deps: ApiDeps): void {
  const { db, settings } = deps
  const create = { params: ofTeam, body: objectOf(hookFields), response: { 200: HookObject } }
  app.post('/teams/:team/hooks/incoming/create', { schema: create }, async (request, reply) => {
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, request.params.team)
    if (access !== 'granted') return refuse(reply, access)
    if (!settings().EnableIncomingWebhooks) return refuse(reply, 'hooks_disabled')
    if (!request.body) return refuse(reply, 'bad_parameter', notAHook)
    const made = await makeHook(deps, caller, request.body)
    if (made.outcome !== 'keyed') return refuse(reply, made.outcome, made.detail)
    tell(deps, request, 'hook made', made.hook)
    return showKey(deps, request, reply, made)
  })

  const body = objectOf({ ...hookFields, id: Text })
  const update = { params: ofTeam, body, response: { 200: HookObject } }
  app.post('/teams/:team/hooks/incoming/update', { schema: update }, async (request, reply) => {
    const { team } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    if (!settings().EnableIncomingWebhooks) return refuse(reply, 'hooks_disabled')
    if (!request.body) return refuse(reply, 'bad_parameter', notAHook)
    const hook = await reachHook(deps, caller, { team, id: request.body.id, toChange: true })
    if (typeof hook === 'string') return refuse(reply, hook)
    const changed = await remakeHook(deps, caller, hook, request.body)
    if (changed.outcome !== 'changed') return refuse(reply, changed.outcome, changed.detail)
    tell(deps, request, 'hook changed', changed.hook)
    return hookObject(changed.hook)
  })
}

function stopping(app: ApiServer, deps: ApiDeps): void {
  const { db, nowMs } = deps
  const remove = { params: ofTeam, body: JsonMap, response: { 200: z.record(z.string(), z.string()) } }
  app.post('/teams/:team/hooks/incoming/delete', { schema: remove }, async (request, reply) => {
    const { team } = request.params
    const { id = '' } = request.body
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    if (id === '') return refuse(reply, 'bad_parameter', noId)
    const hook = await reachHook(deps, caller, { team, id, toChange: true })
    if (typeof hook === 'string') return refuse(reply, hook)
    if (!(await deleteHook(db, id, nowMs()))) return refuse(reply, 'no_hook_here')
    tell(deps, request, 'hook deleted', hook)
    return request.body
  })

  const overlap_seconds = z.int().min(0).max(maxOverlapSeconds).optional()
  const regen = {
    params: ofTeam,
    body: objectOf({ id: Text, overlap_seconds }),
    response: { 200: HookObject },
  }
  /** Another key for a hook. The old ones stay good for `overlap_seconds`: a day, or 0 when they leaked. */
  app.post('/teams/:team/hooks/incoming/regen', { schema: regen }, async (request, reply) => {
    const { team } = request.params
    const caller = callerOf(request)
    const access = await teamAccess(db, caller, team)
    if (access !== 'granted') return refuse(reply, access)
    if (!request.body) return refuse(reply, 'bad_parameter', noRegen)
    const { id, overlap_seconds: overlap = overlapSeconds } = request.body
    if (id === '') return refuse(reply, 'bad_parameter', noId)
    const hook = await reachHook(deps, caller, { team, id, toChange: true })
    if (typeof hook === 'string') return refuse(reply, hook)
    const rekeyed = await rekeyHook(deps, hook, overlap)
    if (rekeyed.outcome !== 'keyed') return refuse(reply, rekeyed.outcome, rekeyed.detail)
    tell(deps, request, 'hook rekeyed', hook)
    return showKey(deps, request, reply, rekeyed)
  })
}

/** The only answer that holds a key; nobody on the way may keep it. */
function showKey({ baseUrl }: ApiDeps, request: FastifyRequest, reply: FastifyReply, { hook, key }: Keyed) {
  reply.header('cache-control', 'no-store')
  return hookObject(hook, `${baseUrl ?? `${request.protocol}://${request.host}`}/hooks/${key}`)
}

function tell({ log }: ApiDeps, request: FastifyRequest, what: string, { id, teamId }: ManagedHook): void {
  log.info({ request_id: request.id, user: callerOf(request).id, hook: id, team: teamId }, what)
}
