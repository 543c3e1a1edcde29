import type { RefusalWords } from './words.js'

/** What the API's calls about users, sessions, teams and settings refuse (docs/behaviour.md, errors). */
export const accountRefusals = {
  token_in_query: {
    status: 401,
    id: 'api.context.token_provided.app_error',
    message: 'Session is not OAuth but token was provided in the query string.',
  },
  too_many_attempts: {
    status: 401,
    id: 'api.user.check_user_login_attempts.too_many.app_error',
    message:
      'Too many failed logins from this address, or to this account. Try again in a quarter of an hour.',
  },
  login_closed: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'api.user.login.unavailable.app_error',
    message: 'Nobody can log in just now, because failed logins cannot be counted. Try again.',
  },
  login_busy: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'api.user.login.busy.app_error',
    message: 'Too many passwords are being checked just now. Try again after the seconds in Retry-After.',
  },
  page_sent_form: {
    status: 415,
    id: 'api.context.content_type.app_error',
    message:
      'A page in a browser has to send this with Content-Type: application/json or X-Requested-With: XMLHttpRequest, as no other site can.',
  },
  no_login_id: {
    status: 400,
    id: 'store.sql_user.get_for_login.app_error',
    message: 'Log in with login_id, a user name or an e-mail address.',
  },
  no_such_user: {
    status: 404,
    id: 'store.sql_user.missing_account.const',
    message: "We couldn't find the user.",
  },
  no_such_session: {
    status: 404,
    id: 'store.sql_session.get.app_error',
    message: "We couldn't find this session among yours.",
  },
  signup_off: {
    status: 501,
    id: 'api.user.create_user.signup_email_disabled.app_error',
    message: 'The creation of accounts has been disabled by the system admin.',
  },
  no_open_server: {
    status: 403,
    id: 'api.user.create_user.no_open_server',
    message: 'This server does not allow open signups. A system admin can make the account.',
  },
  email_taken: {
    status: 400,
    id: 'store.sql_user.save.email_exists.app_error',
    message: 'An account with that email already exists.',
  },
  username_taken: {
    status: 400,
    id: 'store.sql_user.save.username_exists.app_error',
    message: 'An account with that username already exists.',
  },
  bad_password: {
    status: 400,
    id: 'model.user.is_valid.pwd.app_error',
    message: 'The password is too short, or longer than 64 characters.',
  },
  bad_username: {
    status: 400,
    id: 'model.user.is_valid.username.app_error',
    message:
      'Invalid username: 1 to 64 characters of a-z, 0-9, dot, hyphen and underscore, and none of the reserved names.',
  },
  bad_email: {
    status: 400,
    id: 'model.user.is_valid.email.app_error',
    message: 'Invalid email: an address of at most 128 characters.',
  },
  bad_nickname: {
    status: 400,
    id: 'model.user.is_valid.nickname.app_error',
    message: 'Invalid nickname: at most 64 characters.',
  },
  bad_first_name: {
    status: 400,
    id: 'model.user.is_valid.first_name.app_error',
    message: 'Invalid first name: at most 64 characters.',
  },
  bad_last_name: {
    status: 400,
    id: 'model.user.is_valid.last_name.app_error',
    message: 'Invalid last name: at most 64 characters.',
  },
  bad_position: {
    status: 400,
    id: 'model.user.is_valid.position.app_error',
    message: 'Invalid position: at most 64 characters.',
  },
  bad_user_map: {
    status: 400,
    id: 'api.context.invalid_param.app_error',
    message: 'Invalid user parameter: notify_props and props have at most 4000 characters of JSON each.',
  },
  not_your_password: {
    status: 403,
    id: 'api.user.update_password.context.app_error',
    message: 'Only its owner changes a password this way.',
  },
  password_incorrect: {
    status: 400,
    id: 'api.user.update_password.incorrect.app_error',
    message: 'The current password is not right.',
  },
  cannot_set_active: {
    status: 403,
    id: 'api.user.update_active.permissions.app_error',
    message: 'Only a system admin may do this to somebody else, or activate an account.',
  },
  last_admin: {
    status: 400,
    id: 'api.user.update_active.last_admin.app_error',
    message:
      'This is the last active system admin, who cannot be deactivated or lose the role. Make somebody else one first.',
  },
  team_name_taken: {
    status: 400,
    id: 'store.sql_team.save.domain_exists.app_error',
    message: 'A team with that name already exists.',
  },
  too_many_teams: {
    status: 400,
    id: 'api.team.create_team.max_teams.app_error',
    message:
      'You have made as many teams as one person may make. A system admin can make one, or raise the limit.',
  },
  no_such_team_name: {
    status: 404,
    id: 'store.sql_team.get_by_name.app_error',
    message: "We couldn't find the existing team.",
  },
  team_gone: {
    status: 404,
    id: 'store.sql_team.get.find.app_error',
    message: "We couldn't find the existing team.",
  },
  bad_team_name: {
    status: 400,
    id: 'model.team.is_valid.characters.app_error',
    message: 'Invalid name: 2 to 64 characters of a-z, 0-9 and hyphen, with a letter or digit at both ends.',
  },
  reserved_team_name: {
    status: 400,
    id: 'model.team.is_valid.reserved.app_error',
    message: 'This name is reserved. Begin it otherwise.',
  },
  bad_team_display_name: {
    status: 400,
    id: 'model.team.is_valid.name.app_error',
    message: 'Invalid display name: 1 to 64 characters.',
  },
  bad_team_description: {
    status: 400,
    id: 'model.team.is_valid.description.app_error',
    message: 'Invalid description: at most 255 characters.',
  },
  bad_team_email: {
    status: 400,
    id: 'model.team.is_valid.email.app_error',
    message: 'Invalid email: an address of at most 128 characters, or none.',
  },
  bad_team_type: {
    status: 400,
    id: 'model.team.is_valid.type.app_error',
    message: 'Invalid type: O for a team that is open, I for one by invitation.',
  },
  bad_team_company: {
    status: 400,
    id: 'model.team.is_valid.company.app_error',
    message: 'Invalid company name: at most 64 characters.',
  },
  bad_team_domains: {
    status: 400,
    id: 'model.team.is_valid.domains.app_error',
    message: 'Invalid allowed domains: at most 500 characters.',
  },
  team_full: {
    status: 400,
    id: 'store.sql_user.save.max_accounts.app_error',
    message: 'This team has reached the maximum number of allowed accounts. A system admin can raise it.',
  },
  not_a_team_member: {
    status: 404,
    id: 'store.sql_team.get_member.missing.app_error',
    message: "This user isn't a member of the team.",
  },
  wrong_method: {
    status: 405,
    id: 'api.context.404.app_error',
    message: 'This call takes another method: the header Allow says which.',
  },
  api_body_too_slow: {
    status: 408,
    id: 'api.context.too_slow.app_error',
    message: 'The request body came too slowly: it has ten seconds, and one more for each 8 KiB.',
  },
  no_room_for_api_body: {
    status: 503,
    id: 'api.context.unavailable.app_error',
    message: 'Too many request bodies are being received. Send it again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  body_too_large: {
    status: 413,
    id: 'api.context.too_large.app_error',
    message: 'The request body is larger than this call takes. It is not read, and the connection ends.',
  },
} as const satisfies Record<string, RefusalWords>

export type AccountRefusal = keyof typeof accountRefusals
