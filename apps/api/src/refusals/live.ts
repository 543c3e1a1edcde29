import type { RefusalRows } from './row.js'

/** What is refused about live events. */
export const liveRefusals = {
  no_action: {
    status: 400,
    message: 'No action was given.',
  },
  bad_seq: {
    status: 400,
    message: 'Invalid sequence number: give each request a seq, from 1 on.',
  },
  not_authenticated: {
    status: 401,
    message: 'This connection has no session yet: answer with authentication_challenge and a live token.',
  },
  bad_action: {
    status: 500,
    message: 'There is no such action.',
  },
  bad_socket_data: {
    status: 400,
    message: 'The data of this action is not as it wants them: user_ids are at most 1000 ids.',
  },
  bad_origin: {
    status: 403,
    message: 'A page of another site may not open this connection.',
  },
  too_many_sockets: {
    status: 503,
    message:
      'Too many live connections: of this session, this user, this address, or in all. Come again later.',
    retryAfterSeconds: 5,
  },
  no_upgrade: {
    status: 400,
    message: 'This call wants a WebSocket: send it with Upgrade: websocket.',
  },
  stopping: {
    status: 503,
    message: 'This process is stopping. Come again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
} as const satisfies RefusalRows
