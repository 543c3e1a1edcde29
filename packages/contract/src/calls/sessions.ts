import { z } from 'zod'
import { defineCall } from '../call.js'
import { SessionObject } from '../objects/session.js'
import { UserObject } from '../objects/user.js'
import { Id, params, Text } from '../parameters.js'

export const login = defineCall({
  operationId: 'login',
  route: 'POST /users/login',
  tag: 'Sessions',
  summary: 'Log in',
  description:
    'The header `Token` of the answer carries the session token, for thirty days; the cookie MMAUTHTOKEN is set, too. Where ' +
    '`must_change_password` is there, every call but newpassword, logout and me is refused until the password is changed.',
  allow: 'anybody',
  body: z.object({
    name: Text.optional().describe('The team’s name, wanted where RequireTeamNameAtLogin is on.'),
    login_id: Text.optional().describe('A user name or an e-mail address. Wanted, where there is no id.'),
    id: Text.optional().describe('The user’s id, which does instead of login_id.'),
    password: Text.meta({ minLength: 1 }),
    device_id: Text.optional().describe('The device that will keep the token.'),
  }),
  bodyIsTextMap: true,
  answer: UserObject,
  answers: 'The user.',
  headers: ['Token'],
  errors: [
    'blank_password',
    'no_login_id',
    'wrong_password',
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
  answers: 'Whose session was ended; an empty id when there was none.',
  errors: ['page_sent_form'],
  audit: { target: 'session', id: ['caller.session'] },
})

export const listSessions = defineCall({
  operationId: 'listSessions',
  route: 'GET /users/:user/sessions',
  tag: 'Sessions',
  summary: 'A user’s live sessions',
  description: 'One’s own; anybody’s for a system administrator.',
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
  summary: 'End one of one’s own sessions',
  allow: 'user',
  scope: 'none',
  body: z.object({ id: Id }),
  bodyIsTextMap: true,
  answer: z.object({ id: z.string() }),
  answers: 'The session that was ended.',
  errors: ['no_such_session'],
  audit: { target: 'session', id: ['body.id'] },
})
