import type { RefusalWords } from './words.js'

/** What every process may answer, to a call of any kind (docs/behaviour.md, errors). */
export const commonRefusals = {
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
  wrong_method: {
    status: 405,
    id: 'api.context.404.app_error',
    message: 'This call takes another method: the header Allow says which.',
  },
  unknown_error: {
    status: 500,
    id: 'api.context.unknown.app_error',
    message: 'An unknown error has occurred. The request id finds it in the server log.',
  },
  operators_only: {
    status: 401,
    id: 'api.context.operators_only.app_error',
    message:
      'Only for operators: ask from the machine itself, past any proxy, or with METRICS_TOKEN as Bearer token.',
  },
} as const satisfies Record<string, RefusalWords>
