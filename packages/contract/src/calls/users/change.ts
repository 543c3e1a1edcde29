import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxUserAudits } from '../../limits.js'
import { Ok } from '../../objects/system/settings.js'
import {
  Email,
  NewPassword,
  profile,
  profileErrors,
  UserAuditObject,
  Username,
  UserObject,
} from '../../objects/users/user.js'
import { Id, params, Text } from '../../parameters.js'
import { rolesOf } from '../roles.js'

export const updateUser = defineCall({
  operationId: 'updateUser',
  route: 'POST /users/update',
  tag: 'Users',
  summary: 'Update a user',
  description: 'Allowed for the user and for system administrators. Absent fields stay unchanged.',
  allow: 'user',
  scope: 'manage',
  body: z.object({ id: Id, username: Username.optional(), email: Email.optional(), ...profile }),
  answer: UserObject,
  answers: 'The updated user.',
  errors: [...profileErrors, 'no_permission_api', 'no_such_user'],
  audit: { target: 'user', id: ['body.id'] },
})

export const updateNotifyProps = defineCall({
  operationId: 'updateNotifyProps',
  route: 'POST /users/update_notify',
  tag: 'Users',
  summary: 'Change a user’s notification settings',
  allow: 'user',
  scope: 'manage',
  body: z
    .object({ user_id: Id })
    .catchall(Text)
    .describe('The notification settings to change, as text values, next to `user_id`.'),
  bodyIsTextMap: true,
  answer: UserObject,
  answers: 'The updated user.',
  errors: [...profileErrors, 'no_permission_api', 'no_such_user'],
  audit: { target: 'user', id: ['body.user_id'] },
})

const ownAccount = Text.optional()
  .meta({ enum: ['true'] })
  .describe('Confirms that a system administrator means their own account. Required in that case.')

export const updateUserActive = defineCall({
  operationId: 'updateUserActive',
  route: 'POST /users/update_active',
  tag: 'Users',
  summary: 'Deactivate or reactivate a user',
  description:
    'Users can deactivate their own account, except the last system administrator. Everything else requires ' +
    'a system administrator. Deactivating ends all sessions of the user, including the tokens of apps.',
  allow: 'user',
  scope: 'manage',
  body: z.object({
    user_id: Id,
    active: Text.meta({ enum: ['true', 'false'] }).describe('Text, not a boolean.'),
    hooks: Text.optional()
      .meta({ enum: ['keep', 'stop'] })
      .describe('`stop` disables the deactivated user’s hooks. By default, they keep working.'),
    own_account: ownAccount,
  }),
  bodyIsTextMap: true,
  answer: UserObject,
  answers: 'The updated user.',
  errors: [...profileErrors, 'cannot_set_active', 'no_such_user', 'last_admin', 'own_account'],
  audit: { target: 'user', id: ['body.user_id'], notes: ['body.hooks'] },
})

export const updateUserRoles = defineCall({
  operationId: 'updateUserRoles',
  route: 'POST /users/:user/update_roles',
  tag: 'Users',
  summary: 'Set a user’s system roles',
  description: 'Allowed for system administrators. The last active one cannot lose the role.',
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
  summary: 'Change the caller’s password',
  description:
    'Ends all other sessions of the caller and revokes the access of all apps. Wrong passwords count as failed logins.',
  allow: 'user',
  beforePasswordChange: true,
  scope: 'none',
  body: z.object({
    user_id: Id,
    current_password: Text.min(1, 'must be the current password'),
    new_password: NewPassword.min(1, 'must be the new password'),
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

export const listUserAudits = defineCall({
  operationId: 'listUserAudits',
  route: 'GET /users/:user/audits',
  tag: 'Users',
  summary: 'List a user’s recent activity',
  description: 'Log-ins and changes. Allowed for the user and for system administrators.',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: z.array(UserAuditObject),
  answers: `The ${maxUserAudits} newest entries, newest first.`,
  errors: ['no_permission_api', 'no_such_user'],
})
