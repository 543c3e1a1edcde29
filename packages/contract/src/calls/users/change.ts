import { z } from 'zod'
import { defineCall } from '../../call.js'
import { Ok } from '../../objects/config.js'
import { UserObject } from '../../objects/user.js'
import { Email, NewPassword, profile, profileErrors, Username } from '../../objects/user-fields.js'
import { Id, params, Text } from '../../parameters.js'
import { rolesOf } from '../roles.js'

export const updateUser = defineCall({
  operationId: 'updateUser',
  route: 'POST /users/update',
  tag: 'Users',
  summary: 'Change a user',
  description: 'One’s own; anybody’s for a system administrator. What is absent stays.',
  allow: 'user',
  scope: 'manage',
  body: z.object({ id: Id, username: Username.optional(), email: Email.optional(), ...profile }),
  answer: UserObject,
  answers: 'The user as changed.',
  errors: [...profileErrors, 'no_permission_api', 'no_such_user'],
  audit: { target: 'user', id: ['body.id'] },
})

export const updateNotifyProps = defineCall({
  operationId: 'updateNotifyProps',
  route: 'POST /users/update_notify',
  tag: 'Users',
  summary: 'Change what a user is told of',
  allow: 'user',
  scope: 'manage',
  body: z
    .object({ user_id: Id })
    .catchall(Text)
    .describe('The notification settings that change, as texts, beside the user.'),
  bodyIsTextMap: true,
  answer: UserObject,
  answers: 'The user as changed.',
  errors: [...profileErrors, 'no_permission_api', 'no_such_user'],
  audit: { target: 'user', id: ['body.user_id'] },
})

const ownAccount = Text.optional()
  .meta({ enum: ['true'] })
  .describe('That a system administrator means themselves: without it, that is refused.')

export const updateUserActive = defineCall({
  operationId: 'updateUserActive',
  route: 'POST /users/update_active',
  tag: 'Users',
  summary: 'Deactivate a user, or activate one again',
  description:
    'Everybody may leave, but the last system administrator; all else is for system administrators. Deactivating ends ' +
    'every session of the user, the tokens of apps included.',
  allow: 'user',
  scope: 'manage',
  body: z.object({
    user_id: Id,
    active: Text.meta({ enum: ['true', 'false'] }).describe('A text, not a boolean.'),
    hooks: Text.optional()
      .meta({ enum: ['keep', 'stop'] })
      .describe('With `stop`, the hooks of who is deactivated are disabled; else they go on.'),
    own_account: ownAccount,
  }),
  bodyIsTextMap: true,
  answer: UserObject,
  answers: 'The user as changed.',
  errors: [...profileErrors, 'cannot_set_active', 'no_such_user', 'last_admin', 'own_account'],
  audit: { target: 'user', id: ['body.user_id'], notes: ['body.hooks'] },
})

export const updateUserRoles = defineCall({
  operationId: 'updateUserRoles',
  route: 'POST /users/:user/update_roles',
  tag: 'Users',
  summary: 'Give a user the roles of the system',
  description: 'For system administrators. The last one who is active keeps the role.',
  allow: 'system_admin',
  scope: 'none',
  params: params('user'),
  body: z.object({ new_roles: rolesOf('system_user', 'system_admin'), own_account: ownAccount }),
  bodyIsTextMap: true,
  answer: Ok,
  answers: 'Done.',
  errors: [...profileErrors, 'no_such_user', 'last_admin', 'bot_has_no_role', 'own_account'],
  audit: { target: 'user', id: ['params.user'] },
})

export const changePassword = defineCall({
  operationId: 'changePassword',
  route: 'POST /users/newpassword',
  tag: 'Users',
  summary: 'Change one’s password',
  description: 'Every other session of the caller ends. Wrong guesses count as failed logins.',
  allow: 'user',
  beforePasswordChange: true,
  scope: 'none',
  body: z.object({
    user_id: Id,
    current_password: Text.min(1, 'wants the password'),
    new_password: NewPassword.min(1, 'wants a password'),
  }),
  bodyIsTextMap: true,
  answer: z.object({ user_id: z.string() }),
  answers: 'Done.',
  errors: [
    'not_your_password',
    'password_incorrect',
    'password_unchanged',
    'bad_password',
    'too_many_attempts',
    'login_closed',
    'login_busy',
  ],
  audit: { target: 'user', id: ['body.user_id'] },
})
