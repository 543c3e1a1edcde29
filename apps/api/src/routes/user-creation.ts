import { addressKey, refuse } from '@posthorn/server'
import { sessionOf } from '../caller.js'
import { createAccount } from '../create-user.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { Text } from '../json.js'
import { newUser } from '../live/events.js'
import { UserObject, userObject } from '../objects/user.js'
import { changesIn, UserFields } from '../objects/user-changes.js'

/** POST /users/create, for anybody as far as the settings allow (spec 4.6). */
export function userCreationRoutes(app: ApiServer, deps: ApiDeps): void {
  const body = UserFields.extend({ password: Text.nullish() })
  app.post('/users/create', { schema: { body, response: { 200: UserObject } } }, async (request, reply) => {
    const { password, ...fields } = request.body
    const address = addressKey(request.ip)
    const wanted = { changes: changesIn(fields), password: password ?? '', address }
    const made = await createAccount(deps, sessionOf(request)?.user, wanted)
    if (typeof made === 'string') return refuse(reply, made)
    deps.live.tell(newUser(made))
    return userObject(made)
  })
}
