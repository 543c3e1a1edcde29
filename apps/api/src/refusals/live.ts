import type { RefusalRows } from './row.js'

/** Refusals about live events. */
export const liveRefusals = {
  no_action: {
    status: 400,
    message: 'No action was given.',
  },
  bad_seq: {
    status: 400,
    message: 'Invalid sequence number. Give each request a seq, starting at 1.',
  },
  not_authenticated: {
    status: 401,
    message: 'This connection has no session yet. Send authentication_challenge with a valid token.',
  },
  bad_action: {
    status: 500,
    message: 'Unknown action.',
  },
  bad_socket_data: {
    status: 400,
    message: 'Invalid data for this action. user_ids is a list of at most 1000 ids.',
  },
  bad_origin: {
    status: 403,
    message: 'Pages of other sites cannot open this connection.',
  },
  too_many_sockets: {
    status: 503,
    message:
      'Too many live connections for this session, user or address, or on this server. Try again after the seconds in Retry-After.',
    retryAfterSeconds: 5,
  },
  no_upgrade: {
    status: 400,
    message: 'This call needs a WebSocket. Send it with Upgrade: websocket.',
  },
  stopping: {
    status: 503,
    message: 'This process is shutting down. Try again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
} as const satisfies RefusalRows
