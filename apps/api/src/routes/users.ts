import { callerOf } from '../caller.js'
import type { ApiServer } from '../deps.js'
import { UserObject, userObject } from '../objects/user.js'

export function userRoutes(app: ApiServer): void {
  app.get('/users/me', { schema: { response: { 200: UserObject } } }, async request =>
    userObject(callerOf(request)),
  )
}
