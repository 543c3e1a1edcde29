import { z } from 'zod'
import { Id } from '../../parameters.js'
import type { CallWords } from '../call-words.js'

const Login = z.object({
  name: z.string().describe('The team’s name. It may be absent where RequireTeamNameAtLogin is off.'),
  login_id: z.string().describe('A user name or an e-mail address.'),
  password: z.string().min(1),
  device_id: z.string().optional().describe('The device that will keep the token.'),
})

/** Logging in and out. */
export const sessionWords = {
  'POST /users/login': {
    tag: 'Sessions',
    summary: 'Log in',
    description:
      'The header `Token` of the answer carries the session token, for thirty days; the cookie MMAUTHTOKEN is set, too.',
    answer: 'The user.',
    open: 'anybody',
    body: Login,
    refusals: [
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
  },
  'POST /users/logout': {
    tag: 'Sessions',
    summary: 'Log out',
    answer: 'Whose session was ended; an empty id when there was none.',
    open: 'either',
    refusals: ['page_sent_form'],
  },
  'GET /users/{user}/sessions': {
    tag: 'Sessions',
    summary: 'A user’s live sessions',
    description: 'One’s own; anybody’s for a system administrator.',
    answer: 'The sessions, without their tokens.',
    refusals: ['no_permission_api', 'no_such_user'],
  },
  'POST /users/revoke_session': {
    tag: 'Sessions',
    summary: 'End one of one’s own sessions',
    answer: 'The session that was ended.',
    body: z.object({ id: Id }),
    refusals: ['no_such_session'],
  },
} satisfies Record<string, CallWords>
