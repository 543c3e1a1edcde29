import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type Call, calls, type RefusalName, scopeWords, tags } from '@posthorn/contract'
import { versionId } from '@posthorn/server'
import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { sessionCookie } from '../http/callers/credentials.js'
import { refusedBy } from '../http/guards/guards.js'
import { refusedWhenOff } from '../http/rights/switches.js'
import { refusals } from '../refusals/index.js'
import { type Answers, bare, inBytes, inJson, refusalAnswers } from './answers.js'
import { addResponseHeaders, headers } from './headers.js'
import { oauthPaths } from './oauth-paths.js'
import { sendingPaths } from './sending-paths.js'
import { shareAnswers } from './shared.js'

const description = `Posthorn receives messages from other programs and turns them into posts.

Log in with \`POST /api/v3/users/login\`. Send the token of the response header \`Token\` with every call, as
\`Authorization: Bearer …\`. Every error is an error object, whose \`id\` is for programs and whose \`message\` is for people.
Only the rate limit responds with a plain text: 429, \`limit exceeded\`.

Bodies can have up to 16 KiB in calls without a session, 64 KiB in calls with one, and 139 KiB for a post. A body has at
most 5000 values, 5000 different names and 100 levels. Each call counts against its caller’s rate limit once, and once more for each 64 KiB of
a response to a user.`

const flow = { tokenUrl: '/oauth/access_token', scopes: scopeWords }

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The token that login returns.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'The cookie that login sets. Calls that write also need the header `X-Requested-With: XMLHttpRequest`.',
  },
  client: { type: 'http', scheme: 'basic', description: 'An app’s client id and secret.' },
  oauth: {
    type: 'oauth2',
    description: 'An app’s token, for a user or for its bot.',
    flows: {
      authorizationCode: { authorizationUrl: '/oauth/authorize', refreshUrl: '/oauth/access_token', ...flow },
      clientCredentials: flow,
    },
  },
} as const

type Input = Parameters<typeof jsonSchemaTransform>[0]
type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Returns the options of @fastify/swagger. */
export function documentOptions(): FastifyDynamicSwaggerOptions {
  return {
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Posthorn',
        version: versionId,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      security: [{ token: [] }, { cookie: [] }],
      components: { securitySchemes, headers },
    },
    transform: transformed,
    transformObject: input => completed(jsonSchemaTransformObject(input)),
  }
}

/** Returns a route for the document, without its second address with a trailing slash. */
function transformed(input: Input): ReturnType<typeof jsonSchemaTransform> {
  const { url, route } = input
  const call = route.config?.call
  if (!call || url.endsWith('/')) return { schema: { hide: true }, url }
  return jsonSchemaTransform({ ...input, schema: describeCall(call) })
}

type Operation = Parameters<typeof addResponseHeaders>[0] & { operationId: string }
type Operations = Record<string, Operation>
type Whole = { paths: Record<string, Operations>; components: { schemas: object } }

/** Adds the headers of every answer, and the calls that this process does not serve. */
function completed(document: Document): Document {
  const { paths: served, components } = document as unknown as Whole
  for (const operation of Object.values(served).flatMap(Object.values<Operation>))
    addResponseHeaders(operation, ownHeaders(operation))
  const paths = { ...sendingPaths(document), ...oauthPaths(document), ...served } as Record<
    string,
    Operations
  >
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'))
  const responses = shareAnswers(Object.values(paths).flatMap(Object.values))
  return {
    ...document,
    paths,
    components: { ...components, responses, schemas: Object.fromEntries(schemas) },
  } as unknown as Document
}

function ownHeaders({ operationId }: Operation): NonNullable<Call['headers']> {
  return (calls as Record<string, Call>)[operationId]?.headers ?? []
}

const anySession = [{ token: [] }, { cookie: [] }]

/** Returns a call's schema, from which the document is built. */
function describeCall(call: Call): FastifySchema {
  const { operationId, tag, summary, description, params, query, parts, body = parts } = call
  return {
    operationId,
    tags: [tag],
    ...(parts && { consumes: ['multipart/form-data'] }),
    summary,
    ...(description !== undefined && { description }),
    ...securityOf(call),
    params,
    querystring: query,
    body,
    response: answersOf(call),
  }
}

/** A person's session, an app's token with this scope, or no session if the call allows it. */
function securityOf({ allow, scope }: Call) {
  if (allow === 'anybody') return { security: [] }
  const nobody = allow === 'optional_user' ? [{}] : []
  const app = scope === 'none' ? [] : [{ oauth: [scope === 'profile' ? 'read' : scope] }]
  return { security: [...nobody, ...anySession, ...app] }
}

function answersOf(call: Call): Answers {
  const good = goodAnswer(call)
  return {
    ...good,
    ...(call.etag && { 304: bare('Nothing has changed since the answer with this ETag.') }),
    ...refusalAnswers(refusalsOf(call).map(name => refusals[name])),
  }
}

function goodAnswer({ answer, answerTypes, answers }: Call): Answers {
  if (answerTypes) return { 200: inBytes(answers, answerTypes) }
  return answer ? { 200: inJson(answers, answer) } : { 101: bare(answers) }
}

function refusalsOf(call: Call): RefusalName[] {
  const { route, allow, requires, params, query, body, searchedBy, errors = [] } = call
  const posts = route.startsWith('POST ')
  const common: [RefusalName, boolean][] = [
    ['token_in_query', true],
    ['bad_request', params !== undefined || posts],
    ['bad_parameter', [params, query, body, call.parts].some(part => part !== undefined)],
    ['no_such_call', params !== undefined],
    ['page_too_long', params !== undefined && 'limit' in params.shape],
    ['body_too_large', posts],
    ['api_body_too_slow', posts],
    ['no_room_for_api_body', posts],
    ['search_busy', searchedBy !== undefined],
    ['search_too_slow', searchedBy !== undefined],
    ['unavailable', true],
  ]
  const names = common.filter(([, applies]) => applies).map(([refusal]) => refusal)
  const whenOff = requires ? [refusedWhenOff[requires]] : []
  return [...names, ...whenOff, ...refusedBy[allow], ...errors]
}
