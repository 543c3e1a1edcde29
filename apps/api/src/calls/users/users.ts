import { calls } from '@posthorn/contract'
import { findUser, findUserByEmail, findUserByName, findUsers, usersPage } from '@posthorn/db'
import { tagged } from '../../http/answers/tagged.js'
import { serve } from '../../http/serve-calls.js'
import { profileFor, profilesFor } from '../../objects/profiles.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { refused } from '../../refusals/refused.js'
import { isBlindToEmails } from './wanted-email.js'

export const getMe = serve(calls.getMe, async ({ caller: { user }, deps }) => {
  const { ShowFullName, ShowEmailAddress } = deps.settings()
  const state = [user.id, user.updateAt, String(ShowFullName), String(ShowEmailAddress)]
  return tagged(state, userObject(asOwn(user)))
})

export const getUser = serve(calls.getUser, async ({ caller, params, deps }) => {
  const user = await findUser(deps.db, params.user)
  return user ? profileFor(deps, caller.user, user) : refused('no_such_user')
})

export const getUserByUsername = serve(calls.getUserByUsername, async ({ caller, params, deps }) => {
  const user = await findUserByName(deps.db, params.username)
  return user ? profileFor(deps, caller.user, user) : refused('no_such_user')
})

/** Callers who may not see addresses find only themselves. */
export const getUserByEmail = serve(calls.getUserByEmail, async ({ caller, params, deps }) => {
  const email = params.email.toLowerCase()
  if (email !== '' && email === asOwn(caller.user).email) return profileFor(deps, caller.user, caller.user)
  if (isBlindToEmails(deps, caller.user)) return refused('no_such_user')
  const user = await findUserByEmail(deps.db, email)
  return user ? profileFor(deps, caller.user, user) : refused('no_such_user')
})

export const listUsers = serve(calls.listUsers, async ({ caller, params: { offset, limit }, deps }) => {
  const users = await usersPage(deps.db, offset, limit)
  return profilesFor(deps, caller.user, users)
})

export const listUsersById = serve(calls.listUsersById, async ({ caller, body, deps }) =>
  profilesFor(deps, caller.user, await findUsers(deps.db, body)),
)
