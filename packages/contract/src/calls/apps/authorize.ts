import { z } from 'zod'
import { defineCall } from '../../call.js'
import { Authorization } from '../../objects/app.js'
import { Text } from '../../parameters.js'
import { common } from './common.js'

const parameter = (description: string) => Text.default('').describe(description)

/**
 * The parameters of an authorization request. Once client and redirect address are valid, errors are reported to
 * the app.
 */
const asked = {
  response_type: parameter('Must be `code`.'),
  client_id: parameter('The app’s client ID.'),
  redirect_uri: parameter(
    'One of the app’s registered callback addresses. It must match exactly, except for the port of a loopback address.',
  ),
  scope: parameter(
    '`read`, `post` and `manage`, separated by spaces. If absent, all of them. `user` is accepted as well.',
  ),
  state: parameter('Returned to the app unchanged.'),
  code_challenge: parameter('PKCE code challenge. Required for public apps.'),
  code_challenge_method: parameter('`S256`.'),
}

const redirect = {
  requires: 'EnableOAuthServiceProvider',
  answer: z.object({ redirect: z.string() }),
  answers: 'Where to redirect the user: back to the app, with a code or an error.',
} as const
const inDoubt = [
  'no_base_url',
  'bad_client',
  'no_such_app',
  'no_redirect',
  'malformed_redirect',
  'bad_redirect',
  'app_suspended',
] as const

export const getAuthorization = defineCall({
  ...common,
  operationId: 'getAuthorization',
  route: 'GET /oauth/authorization',
  scope: 'none',
  summary: 'Get what an app asks the caller to allow',
  description: 'For the consent page. Only in Posthorn.',
  requires: 'EnableOAuthServiceProvider',
  query: z.object(asked),
  answer: Authorization,
  answers: 'The app and the scopes that it requests.',
  errors: [...inDoubt, 'bad_authorization'],
})

export const authorizeApp = defineCall({
  ...common,
  ...redirect,
  operationId: 'authorizeApp',
  route: 'POST /oauth/authorize',
  scope: 'none',
  summary: 'Authorize an app, or refuse to',
  description: 'The same as `POST /oauth/authorize` outside the API.',
  body: z.object({
    ...asked,
    decision: z.enum(['allow', 'deny']).default('allow').describe('The user’s decision.'),
  }),
  errors: inDoubt,
  audit: { target: 'app', id: ['body.client_id'], notes: ['body.decision', 'body.scope'] },
})

export const allowApp = defineCall({
  ...common,
  ...redirect,
  operationId: 'allowApp',
  route: 'GET /oauth/allow',
  scope: 'none',
  summary: 'Authorize an app, as older clients do',
  description:
    'This GET changes data. With a cookie, it requires the header `X-Requested-With: XMLHttpRequest`.',
  query: z.object(asked),
  errors: [...inDoubt, 'page_sent_form'],
  audit: { target: 'app', id: ['query.client_id'], notes: ['query.scope'] },
})
