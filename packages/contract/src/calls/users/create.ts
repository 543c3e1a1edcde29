import { z } from 'zod'
import { defineCall } from '../../call.js'
import { UserObject } from '../../objects/user.js'
import { Email, NewPassword, profile, profileErrors, Username } from '../../objects/user-fields.js'

export const createUser = defineCall({
  operationId: 'createUser',
  route: 'POST /users/create',
  tag: 'Users',
  summary: 'Create an account',
  description:
    'For system administrators, and for anybody where EnableOpenServer is on. The new user administers nothing: the first ' +
    'administrator is made with the database, further ones by another.',
  allow: 'optional_user',
  scope: 'manage',
  body: z.object({ username: Username, email: Email, password: NewPassword, ...profile }),
  answer: UserObject,
  answers: 'The new user.',
  errors: [...profileErrors, 'bad_password', 'signup_off', 'no_open_server', 'login_busy'],
  audit: { target: 'user', id: ['answer.id'] },
})
