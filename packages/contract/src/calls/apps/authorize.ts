import { z } from 'zod'
import { defineCall } from '../../call.js'
import { Authorization } from '../../objects/app.js'
import { Text } from '../../parameters.js'
import { common } from './common.js'

const parameter = (description: string) => Text.default('').describe(description)

/** What an app sends a user with. What is wrong with the rest than client and redirect is told to the app. */
const asked = {
  response_type: parameter('`code`, the only one that there is.'),
  client_id: parameter('The app.'),
  redirect_uri: parameter(
    'Exactly one of the app’s callback addresses; the port of a loopback address may differ.',
  ),
  scope: parameter(
    '`read`, `post` and `manage`, separated by spaces; all of them where there is none, and with `user`.',
  ),
  state: parameter('Comes back as it is.'),
  code_challenge: parameter('PKCE; wanted of public apps.'),
  code_challenge_method: parameter('`S256`.'),
}

const redirect = {
  requires: 'EnableOAuthServiceProvider',
  answer: z.object({ redirect: z.string() }),
  answers: 'Where to send the user: back to the app, with a code, or with what is wrong.',
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
  summary: 'What an app asks of the caller',
  description: 'For the page that asks. Posthorn’s own.',
  requires: 'EnableOAuthServiceProvider',
  query: z.object(asked),
  answer: Authorization,
  answers: 'The app, and what it wants to do.',
  errors: [...inDoubt, 'bad_authorization'],
})

export const authorizeApp = defineCall({
  ...common,
  ...redirect,
  operationId: 'authorizeApp',
  route: 'POST /oauth/authorize',
  scope: 'none',
  summary: 'Let an app act for oneself, or do not',
  description: 'The same as `POST /oauth/authorize` beside the API.',
  body: z.object({
    ...asked,
    decision: z.enum(['allow', 'deny']).default('allow').describe('What the user said.'),
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
  summary: 'Let an app act for oneself, as older clients do',
  description: 'It changes something: with a cookie it wants the header `X-Requested-With: XMLHttpRequest`.',
  query: z.object(asked),
  errors: [...inDoubt, 'page_sent_form'],
  audit: { target: 'app', id: ['query.client_id'], notes: ['query.scope'] },
})
