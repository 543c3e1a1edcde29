import type { RefusalRows } from './row.js'

/** What is refused about whatever call it is. */
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
    message: 'This token of an app does not have the scope that the call needs.',
  },
  no_such_feature: {
    status: 501,
    message: 'Posthorn does not have this feature.',
  },
  bad_parameter: { status: 400, message: 'Invalid parameter.' },
  page_too_long: {
    status: 400,
    message: 'Limit exceeded for paging: ask for at most 1000 at once.',
  },
  page_sent_form: {
    status: 415,
    message:
      'A page in a browser has to send this with Content-Type: application/json or X-Requested-With: XMLHttpRequest, as no other site can.',
  },
  api_body_too_slow: {
    status: 408,
    message: 'The request body came too slowly: it has ten seconds, and one more for each 8 KiB.',
  },
  no_room_for_api_body: {
    status: 503,
    message: 'Too many request bodies are being received. Send it again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  body_too_large: {
    status: 413,
    message: 'The request body is larger than this call takes. It is not read, and the connection ends.',
  },
  unavailable: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'The database does not answer just now. Try again.',
  },
} as const satisfies RefusalRows
