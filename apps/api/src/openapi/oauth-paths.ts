import { z } from 'zod'
import { refusals } from '../refusals/index.js'
import { type Answers, inBytes, inJson, refusalAnswers } from './answers.js'
import { addResponseHeaders } from './headers.js'
import { inJsonSchema, parametersIn, type Shape } from './transform.js'

const optional = (description: string) => z.string().optional().describe(description)

/** Errors in the form of RFC 6749, 5.2; the error object next to it means that the provider is off. */
const Problem = z.object({ error: z.string(), error_description: z.string() })
const problems: Answers = {
  400: inJson('`error` names the problem (RFC 6749, 5.2).', Problem),
  401: inJson('`invalid_client`: the client id or the secret is wrong.', Problem),
  ...refusalAnswers([refusals.tokens_off, refusals.unavailable]),
}

const client = {
  client_id: optional('The app, without a Basic header.'),
  client_secret: optional('Its secret; a public app has none.'),
}
const TokenForm = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token', 'client_credentials']),
  code: optional('For `authorization_code`.'),
  redirect_uri: optional('For `authorization_code`: the address that received the code.'),
  code_verifier: optional('For `authorization_code` with PKCE.'),
  refresh_token: optional('For `refresh_token`. It can be used once.'),
  scope: optional('Words separated by spaces.'),
  ...client,
})
const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().describe('Seconds.'),
  refresh_token: z.string().optional(),
  scope: z.string().optional().describe('Omitted if the app may have requested it in other words.'),
})
const Introspection = z.looseObject({ active: z.boolean() })
const Asked = z.object({
  response_type: z.string().describe('`code`.'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: optional('`profile`, `read`, `post` and `manage`, or the names that other software uses for them.'),
  state: optional('Returned unchanged.'),
  code_challenge: optional('PKCE. Required for public apps.'),
  code_challenge_method: optional('`S256`.'),
})
type Described = {
  method: 'get' | 'post'
  operationId: string
  summary: string
  query?: z.ZodType
  form?: z.ZodType
  answers: Answers
  security?: readonly object[]
}

const byClient = { method: 'post', security: [{ client: [] }, {}] } as const

const described: Record<string, Described> = {
  '/oauth/authorize': {
    method: 'get',
    operationId: 'openAuthorizationPage',
    summary: 'Where an app sends its users (RFC 6749, 4.1.1)',
    query: Asked,
    security: [{ cookie: [] }, {}],
    answers: {
      200: inBytes('The page for login and consent.', ['text/html']),
      302: { description: 'Back to the app, with `code`, or with `error`.', content: {} },
      400: inBytes('A page that explains why the app cannot be authorized.', ['text/html']),
      ...refusalAnswers([]),
    },
  },
  '/oauth/access_token': {
    ...byClient,
    operationId: 'getToken',
    summary: 'Tokens for an app (RFC 6749, 3.2)',
    form: TokenForm,
    answers: { 200: inJson('The tokens.', Tokens), ...problems },
  },
  '/oauth/token': {
    ...byClient,
    operationId: 'getTokenLikeGitLab',
    summary: 'Tokens for an app, at GitLab’s address',
    form: TokenForm,
    answers: { 200: inJson('The tokens.', Tokens), ...problems },
  },
  '/oauth/revoke': {
    ...byClient,
    operationId: 'revokeToken',
    summary: 'Revoke a token and its partner (RFC 7009)',
    form: z.object({ token: z.string(), ...client }),
    answers: { 200: inJson('The token no longer works.', z.object({})), ...problems },
  },
  '/oauth/introspect': {
    ...byClient,
    operationId: 'introspectToken',
    summary: 'Introspect an app’s own token (RFC 7662)',
    form: z.object({ token: z.string(), ...client }),
    answers: { 200: inJson('Whether the token is active, and its scopes.', Introspection), ...problems },
  },
}

/** OAuth's calls next to the API. */
export function oauthPaths(document: object): Record<string, Record<string, object>> {
  return Object.fromEntries(
    Object.entries(described).map(([path, one]) => [path, { [one.method]: operationOf(document, one) }]),
  )
}

function operationOf(document: object, one: Described): object {
  const { operationId, summary, security, query, form, answers } = one
  const read = inJsonSchema(document, { ...(query && { querystring: query }), response: answers })
  const { querystring, response } = read as { querystring?: Shape; response: Record<string, object> }
  const schema = form && inJsonSchema(document, { body: form }).body
  const content = { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } }
  const operation = {
    operationId,
    tags: ['Apps'],
    summary,
    security,
    parameters: parametersIn('query', querystring),
    ...(schema !== undefined && { requestBody: { required: true, content } }),
    responses: response,
  }
  addResponseHeaders(operation)
  return operation
}
