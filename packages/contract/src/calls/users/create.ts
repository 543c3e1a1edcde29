import { z } from 'zod'
import { defineCall } from '../../call.js'
import { UserObject } from '../../objects/users/user.js'
import { Email, NewPassword, profile, profileErrors, Username } from '../../objects/users/user-fields.js'

export const createUser = defineCall({
  operationId: 'createUser',
  route: 'POST /users/create',
  tag: 'Users',
  summary: 'Create an account',
  description:
    'Allowed for system administrators, and for everyone if EnableOpenServer is on. The new user is not an ' +
    'administrator. The first administrator is created with the database, and other administrators are ' +
    'appointed by existing ones.',
  allow: 'optional_user',
  scope: 'manage',
  body: z.object({ username: Username, email: Email, password: NewPassword, ...profile }),
  answer: UserObject,
  answers: 'The new user.',
  errors: [...profileErrors, 'bad_password', 'signup_off', 'no_open_server', 'login_busy'],
  audit: { target: 'user', id: ['answer.id'] },
})
