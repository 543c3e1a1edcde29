import type { RefusalWords } from './words.js'

/** Errors that any process may return for any call (docs/behaviour.md, errors). */
export const commonRefusals = {
  bad_request: {
    status: 400,
    id: 'api.context.bad_request.app_error',
    message: 'The request is malformed.',
  },
  no_such_call: {
    status: 404,
    id: 'api.context.404.app_error',
    message: 'Sorry, we could not find the page.',
  },
  other_version: {
    status: 404,
    id: 'api.context.404.app_error',
    message: 'This server has version 3 of the API. Call the paths below /api/v3.',
  },
  wrong_method: {
    status: 405,
    id: 'api.context.method_not_allowed.app_error',
    message: 'This path does not support this method. The Allow header lists the methods that it supports.',
  },
  unknown_error: {
    status: 500,
    id: 'api.context.unknown.app_error',
    message: 'An unknown error has occurred. Look up the request id in the server log.',
  },
  operators_only: {
    status: 401,
    id: 'api.context.operators_only.app_error',
    message:
      'This call is for operators. Call it from the machine itself without a proxy, or send METRICS_TOKEN as a Bearer token.',
  },
} as const satisfies Record<string, RefusalWords>
