import { resourceRefusals } from './resources.js'
import type { RefusalWords } from './words.js'

/** What the API refuses (docs/behaviour.md, errors). */
export const apiRefusals = {
  no_session: {
    status: 401,
    id: 'api.context.session_expired.app_error',
    message: 'Invalid or expired session, please login again.',
  },
  no_permission_api: {
    status: 403,
    id: 'api.context.permissions.app_error',
    message: 'You do not have the appropriate permissions.',
  },
  operators_only: {
    status: 401,
    id: 'api.context.operators_only.app_error',
    message:
      'Only for operators: ask from the machine itself, past any proxy, or with METRICS_TOKEN as Bearer token.',
  },
  bad_parameter: { status: 400, id: 'api.context.invalid_param.app_error', message: 'Invalid parameter.' },
  blank_password: {
    status: 400,
    id: 'api.user.login.blank_pwd.app_error',
    message: 'Password field must not be blank.',
  },
  wrong_password: {
    status: 401,
    id: 'api.user.check_user_password.invalid.app_error',
    message: 'Login failed because of an unknown user or an invalid password.',
  },
  inactive_user: {
    status: 401,
    id: 'api.user.login.inactive.app_error',
    message: 'Login failed because your account has been deactivated. Please contact an administrator.',
  },
  not_in_team: {
    status: 401,
    id: 'api.user.login.not_in_team.app_error',
    message: 'Login failed because you are not a member of this team.',
  },
  no_such_team: {
    status: 400,
    id: 'store.sql_team.get.find.app_error',
    message: "We couldn't find the existing team.",
  },
  no_such_channel: {
    status: 404,
    id: 'store.sql_channel.get.existing.app_error',
    message: "We couldn't find the existing channel.",
  },
  no_such_incoming_hook: {
    status: 404,
    id: 'store.sql_webhooks.get_incoming.app_error',
    message: "We couldn't find the webhook.",
  },
  no_such_delivery: {
    status: 404,
    id: 'store.sql_deliveries.get.app_error',
    message:
      'This webhook has no such delivery in its history: it is unknown, older than what is kept, or still waiting to be posted.',
  },
  no_such_replay: {
    status: 404,
    id: 'store.replays.get.app_error',
    message: 'This webhook has no such replay, or it was done more than a week or many replays ago.',
  },
  cannot_replay: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'api.hook.replay.unavailable.app_error',
    message: 'The queue does not answer just now. Ask again: that never replays a delivery twice.',
  },
  page_too_long: {
    status: 400,
    id: 'store.sql_post.get_posts.app_error',
    message: 'Limit exceeded for paging: ask for at most 1000 at once.',
  },
  bad_request: {
    status: 400,
    id: 'api.context.bad_request.app_error',
    message: 'The request is not well formed.',
  },
  no_such_call: {
    status: 404,
    id: 'api.context.404.app_error',
    message: 'Sorry, we could not find the page.',
  },
  unknown_error: {
    status: 500,
    id: 'api.context.unknown.app_error',
    message: 'An unknown error has occurred. The request id finds it in the server log.',
  },
  no_action: {
    status: 400,
    id: 'api.web_socket_router.no_action.app_error',
    message: 'No action was given.',
  },
  bad_seq: {
    status: 400,
    id: 'api.web_socket_router.bad_seq.app_error',
    message: 'Invalid sequence number: give each request a seq, from 1 on.',
  },
  not_authenticated: {
    status: 401,
    id: 'api.web_socket_router.not_authenticated.app_error',
    message: 'This connection has no session yet: answer with authentication_challenge and a live token.',
  },
  bad_action: {
    status: 500,
    id: 'api.web_socket_router.bad_action.app_error',
    message: 'There is no such action.',
  },
  bad_origin: {
    status: 403,
    id: 'api.web_socket.connect.upgrade.app_error',
    message: 'A page of another site may not open this connection.',
  },
  too_many_sockets: {
    status: 503,
    id: 'api.web_socket.connect.limit.app_error',
    message: 'Too many live connections: of this session, this address, or in all. Come again later.',
    retryAfterSeconds: 5,
  },
  no_upgrade: {
    status: 400,
    id: 'api.web_socket.connect.upgrade.app_error',
    message: 'This call wants a WebSocket: send it with Upgrade: websocket.',
  },
  stopping: {
    status: 503,
    id: 'api.context.unavailable.app_error',
    message: 'This process is stopping. Come again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  unavailable: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'api.context.unavailable.app_error',
    message: 'The database does not answer just now. Try again.',
  },
  ...resourceRefusals,
} as const satisfies Record<string, RefusalWords>
