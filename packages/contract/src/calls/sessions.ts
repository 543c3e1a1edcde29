import { z } from 'zod'
import { defineCall } from '../call.js'
import { SessionObject, UserObject } from '../objects/users/user.js'
import { Id, params, Text } from '../parameters.js'

export const login = defineCall({
  operationId: 'login',
  route: 'POST /users/login',
  tag: 'Sessions',
  summary: 'Log in',
  description:
    'The response header `Token` contains the session token, valid for 30 days. The cookie MMAUTHTOKEN is ' +
    'set as well. If `must_change_password` is set, only newpassword, logout and me work until the password ' +
    'is changed.',
  allow: 'anybody',
  body: z.object({
    name: Text.optional().describe('The team’s name. Required if RequireTeamNameAtLogin is on.'),
    login_id: Text.optional().describe('User name or e-mail address. Required unless `id` is given.'),
    id: Text.optional().describe('The user’s ID, as an alternative to `login_id`.'),
    password: Text.meta({ minLength: 1 }),
    device_id: Text.optional().describe('The device that will store the token.'),
    ldap_only: Text.optional().describe('`true` is rejected, because there are no LDAP accounts.'),
  }),
  bodyIsTextMap: true,
  answersUnreadable: true,
  answer: UserObject,
  answers: 'The user.',
  headers: ['Token'],
  errors: [
    'unreadable_login',
    'blank_password',
    'no_login_id',
    'wrong_password',
    'no_ldap',
    'too_many_attempts',
    'inactive_user',
    'not_in_team',
    'login_closed',
    'login_busy',
    'page_sent_form',
  ],
  audit: { target: 'user', id: ['answer.id'], user: 'answer.id' },
})

export const logout = defineCall({
  operationId: 'logout',
  route: 'POST /users/logout',
  tag: 'Sessions',
  summary: 'Log out',
  allow: 'optional_user',
  beforePasswordChange: true,
  scope: 'none',
  answer: z.object({ user_id: z.string() }),
  answers: 'The user whose session ended. Empty if there was none.',
  errors: ['page_sent_form', 'no_session'],
  audit: { target: 'session', id: ['caller.session'] },
})

export const listSessions = defineCall({
  operationId: 'listSessions',
  route: 'GET /users/:user/sessions',
  tag: 'Sessions',
  summary: 'List a user’s active sessions',
  description: 'Allowed for the user and for system administrators.',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: z.array(SessionObject),
  answers: 'The sessions, without their tokens.',
  errors: ['no_permission_api', 'no_such_user'],
})

export const revokeSession = defineCall({
  operationId: 'revokeSession',
  route: 'POST /users/revoke_session',
  tag: 'Sessions',
  summary: 'End one of the caller’s sessions',
  allow: 'user',
  scope: 'none',
  body: z.object({ id: Id }),
  bodyIsTextMap: true,
  answer: z.object({ id: z.string() }),
  answers: 'The ended session.',
  errors: ['no_such_session'],
  audit: { target: 'session', id: ['body.id'] },
})
