import { endSessionsOf, findUser, type User, type UserChanges, updateUser } from '@posthorn/db'
import { type Refusal, refuse } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { callerOf, isSystemAdmin } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap, Ok, ok } from '../json.js'
import { userUpdated } from '../live/events.js'
import { ownNotifyProps } from '../objects/notify-props.js'
import { UserObject, userObject } from '../objects/user.js'
import { changesIn, UserFields } from '../objects/user-changes.js'
import { Id } from '../parameters.js'
import { mistakeIn } from '../user-rules.js'
import { shownToOthers } from './users.js'

const rolesOfTheSystem = new Set(['system_user', 'system_admin'])

/** Changing users: their own by themselves, anybody's by a system administrator. */
export function userChangeRoutes(app: ApiServer, deps: ApiDeps): void {
  const update = { body: UserFields.extend({ id: Id }), response: { 200: UserObject } }
  /** What is absent in the body stays. */
  app.post('/users/update', { schema: update }, async (request, reply) => {
    const { id, ...fields } = request.body
    if (!mayChange(callerOf(request), id)) return refuse(reply, 'no_permission_api')
    return answer(reply, await change(deps, id, changesIn(fields)))
  })

  const map = { body: JsonMap, response: { 200: UserObject } }
  app.post('/users/update_notify', { schema: map }, async (request, reply) => {
    const { user_id: id = '', ...notifyProps } = request.body
    if (!isId(id)) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter.')
    if (!mayChange(callerOf(request), id)) return refuse(reply, 'no_permission_api')
    return answer(reply, await change(deps, id, { notifyProps }))
  })

  /** Deactivating ends every session of the user at once. */
  app.post('/users/update_active', { schema: map }, async (request, reply) => {
    const { user_id: id = '', active } = request.body
    if (!isId(id)) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter.')
    const caller = callerOf(request)
    const leaves = active !== 'true' && caller.id === id
    if (!leaves && !isSystemAdmin(caller)) return refuse(reply, 'cannot_set_active')
    const deleteAt = active === 'true' ? 0 : deps.nowMs()
    const changed = await change(deps, id, { deleteAt })
    if (typeof changed === 'string') return refuse(reply, changed)
    const ended = deleteAt > 0 ? await endSessionsOf(deps.db, id) : []
    ended.forEach(deps.live.sessionEnded)
    return userObject(changed)
  })

  const roles = { params: z.object({ user: Id }), body: JsonMap, response: { 200: Ok } }
  app.post('/users/:user/update_roles', { schema: roles }, async (request, reply) => {
    const names = new Set((request.body.new_roles ?? '').split(' '))
    if (!names.has('system_user') || [...names].some(name => !rolesOfTheSystem.has(name)))
      return refuse(
        reply,
        'bad_parameter',
        'Invalid new_roles parameter: system_user, or both with system_admin.',
      )
    if (!isSystemAdmin(callerOf(request))) return refuse(reply, 'no_permission_api')
    const changed = await change(deps, request.params.user, { roles: [...names].toSorted().join(' ') })
    return typeof changed === 'string' ? refuse(reply, changed) : ok
  })
}

const isId = (text: string) => Id.safeParse(text).success

function mayChange(caller: User, id: string): boolean {
  return caller.id === id || isSystemAdmin(caller)
}

async function change(deps: ApiDeps, id: string, changes: UserChanges): Promise<User | Refusal> {
  const { db, nowMs, live } = deps
  const user = await findUser(db, id)
  if (!user) return 'no_such_user'
  const whole = inFull(user, changes)
  const mistake = mistakeIn(newIn(user, whole))
  if (mistake) return mistake
  const changed = (await updateUser(db, id, whole, nowMs())) ?? 'no_such_user'
  if (typeof changed !== 'string') live.tell(...userUpdated(changed, shownToOthers(deps)))
  return changed
}

/**
 * With what follows: a new address is not verified yet, and of the notification settings only what differs is kept;
 * what was usual under an old name becomes what is usual under the new one.
 */
function inFull(user: User, changes: UserChanges): UserChanges {
  const { username = user.username, email = user.email, notifyProps } = changes
  return {
    ...changes,
    ...(email !== user.email && { emailVerified: false }),
    ...(notifyProps && {
      notifyProps: ownNotifyProps(
        { username },
        ownNotifyProps(user, { ...user.notifyProps, ...notifyProps }),
      ),
    }),
  }
}

/** A name that the account has already may be one that nobody gets any more. */
function newIn(user: User, changes: UserChanges): UserChanges {
  if (changes.username !== user.username) return changes
  const { username: _, ...others } = changes
  return others
}

function answer(reply: FastifyReply, changed: User | Refusal) {
  return typeof changed === 'string' ? refuse(reply, changed) : userObject(changed)
}
