import type { RefusalRows } from './row.js'

/** Refusals about logging in and out. */
export const sessionRefusals = {
  unreadable_login: {
    status: 400,
    message: 'The login could not be read. Send a JSON object with texts.',
  },
  blank_password: {
    status: 400,
    message: 'Password field must not be blank.',
  },
  wrong_password: {
    status: 401,
    message: 'Login failed because of an unknown user or an invalid password.',
  },
  no_ldap: {
    status: 400,
    message: 'Login failed because this server has no LDAP accounts. Leave out ldap_only.',
  },
  inactive_user: {
    status: 401,
    message: 'Login failed because your account has been deactivated. Please contact an administrator.',
  },
  not_in_team: {
    status: 401,
    message: 'Login failed because you are not a member of this team.',
  },
  too_many_attempts: {
    status: 401,
    message: 'Too many failed logins from this address or to this account. Try again in 15 minutes.',
  },
  login_closed: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Logins are not possible at the moment, because failed attempts cannot be counted. Try again.',
  },
  login_busy: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Too many passwords are being checked. Try again after the seconds in Retry-After.',
  },
  no_login_id: {
    status: 400,
    message: 'Send login_id with a user name or an e-mail address.',
  },
  password_change_needed: {
    status: 403,
    message:
      'Change your password first. An administrator set it, and this session cannot do anything else until you change it.',
  },
  no_such_session: {
    status: 404,
    message: 'Session not found. It has ended, or it is not one of yours.',
  },
} as const satisfies RefusalRows
