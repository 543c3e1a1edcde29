import type { RefusalRows } from './row.js'

/** What is refused about logging in and out. */
export const sessionRefusals = {
  blank_password: {
    status: 400,
    message: 'Password field must not be blank.',
  },
  wrong_password: {
    status: 401,
    message: 'Login failed because of an unknown user or an invalid password.',
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
    message:
      'Too many failed logins from this address, or to this account. Try again in a quarter of an hour.',
  },
  login_closed: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Nobody can log in just now, because failed logins cannot be counted. Try again.',
  },
  login_busy: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Too many passwords are being checked just now. Try again after the seconds in Retry-After.',
  },
  no_login_id: {
    status: 400,
    message: 'Log in with login_id, a user name or an e-mail address.',
  },
  password_change_needed: {
    status: 403,
    message:
      'Change your password first: it is one that an administrator gave you, and until then this session is good for nothing else.',
  },
  no_such_session: {
    status: 404,
    message: "We couldn't find this session among yours.",
  },
} as const satisfies RefusalRows
