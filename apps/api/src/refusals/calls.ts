import type { RefusalRows } from './row.js'

/** Refusals of any call. */
export const callRefusals = {
  token_in_query: {
    status: 401,
    message: 'Session is not OAuth but token was provided in the query string.',
  },
  no_session: {
    status: 401,
    message: 'Invalid or expired session, please login again.',
  },
  no_permission_api: {
    status: 403,
    message: 'You do not have the appropriate permissions.',
  },
  scope_missing: {
    status: 403,
    message: 'This token lacks the scope that the call needs.',
  },
  no_such_feature: {
    status: 501,
    message: 'Posthorn does not have this feature.',
  },
  bad_parameter: { status: 400, message: 'Invalid parameter.' },
  page_too_long: {
    status: 400,
    message: 'Limit exceeded for paging. Request at most 1000 items at once.',
  },
  page_sent_form: {
    status: 415,
    message:
      'Web pages must send this request with Content-Type: application/json or X-Requested-With: XMLHttpRequest, which other sites cannot set.',
  },
  api_body_too_slow: {
    status: 408,
    message: 'The request body arrived too slowly. The limit is 10 seconds, plus one second for each 8 KiB.',
  },
  no_room_for_api_body: {
    status: 503,
    message: 'The server is receiving too many request bodies. Try again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  body_too_large: {
    status: 413,
    message:
      'The request body is larger than this call accepts. It was not read, and the connection was closed.',
  },
  unavailable: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'The database is not responding. Try again.',
  },
} as const satisfies RefusalRows
