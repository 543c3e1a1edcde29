import { findUser, findUserByName, type User, usersPage } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { callerOf, isSystemAdmin } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { unchanged } from '../etag.js'
import { profileObject, type Shown, UserObject, userObject } from '../objects/user.js'
import { Id, Name, Page, pageOf } from '../parameters.js'

const UserMap = z.record(z.string(), UserObject)

/** Reading users. Everybody with a session sees everybody's profile (spec 5.4). */
export function userRoutes(app: ApiServer, deps: ApiDeps): void {
  app.get('/users/me', { schema: { response: { 200: UserObject } } }, async (request, reply) => {
    const user = callerOf(request)
    const { ShowFullName, ShowEmailAddress } = deps.settings()
    const state = [user.id, user.updateAt, String(ShowFullName), String(ShowEmailAddress)]
    return unchanged(request, reply, state) ?? userObject(user)
  })

  const byId = { params: z.object({ user: Id }), response: { 200: UserObject } }
  app.get('/users/:user/get', { schema: byId }, async (request, reply) => {
    const user = await findUser(deps.db, request.params.user)
    return user ? profileFor(deps, callerOf(request), user) : refuse(reply, 'no_such_user')
  })

  const byName = { params: z.object({ username: Name }), response: { 200: UserObject } }
  app.get('/users/name/:username', { schema: byName }, async (request, reply) => {
    const user = await findUserByName(deps.db, request.params.username)
    return user ? profileFor(deps, callerOf(request), user) : refuse(reply, 'no_such_user')
  })

  const page = { params: Page, response: { 200: UserMap } }
  /** All users by user name, as a map by id. */
  app.get('/users/:offset(^\\d+$)/:limit(^\\d+$)', { schema: page }, async request => {
    const users = await usersPage(deps.db, ...pageOf(request.params))
    return profilesFor(deps, callerOf(request), users)
  })
}

/** What this caller sees of a user: administrators and the user everything that is to be seen. */
export function profileFor(deps: ApiDeps, caller: User, user: User): UserObject {
  const all = isSystemAdmin(caller) || caller.id === user.id
  return profileObject(user, all ? { email: true, fullName: true } : shownToOthers(deps))
}

/** What everybody sees of everybody. */
export function shownToOthers({ settings }: ApiDeps): Shown {
  const { ShowEmailAddress, ShowFullName } = settings()
  return { email: ShowEmailAddress, fullName: ShowFullName }
}

export function profilesFor(deps: ApiDeps, caller: User, users: User[]): Record<string, UserObject> {
  return Object.fromEntries(users.map(user => [user.id, profileFor(deps, caller, user)]))
}
