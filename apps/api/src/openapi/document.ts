import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type Call, calls, scopeWords, tags } from '@posthorn/contract'
import { versionId } from '@posthorn/server'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { sessionCookie } from '../http/callers/credentials.js'
import { describeCall } from './describe-call.js'
import { addResponseHeaders, headers } from './headers.js'
import { oauthPaths } from './oauth-paths.js'
import { sendingPaths } from './sending-paths.js'
import { shareAnswers } from './shared.js'
import './names.js'

const description = `Posthorn takes messages in from other programs, and makes posts of them.

Log in with \`POST /api/v3/users/login\`, and send the token of its answer's header \`Token\` with every call, as
\`Authorization: Bearer …\`. Every refusal is an error object, but 429 where a text is accepted; its \`id\` is for programs, its \`message\` for people.

A body may have 16 KiB where anybody may call, 64 KiB where a session is asked for, and 139 KiB for a post. It has at most
5000 values, nested at most 100 deep. A call counts one against its caller’s rate, and one more for each 64 KiB that
a user is answered.`

const flow = { tokenUrl: '/oauth/access_token', scopes: scopeWords }

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The token that logging in answers.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'What logging in sets. Calls that write need the header `X-Requested-With: XMLHttpRequest` with it.',
  },
  client: { type: 'http', scheme: 'basic', description: 'An app’s client id and its secret.' },
  oauth: {
    type: 'oauth2',
    description: 'A token that an app has, for a user or for its bot.',
    flows: {
      authorizationCode: { authorizationUrl: '/oauth/authorize', refreshUrl: '/oauth/access_token', ...flow },
      clientCredentials: flow,
    },
  },
} as const

type Input = Parameters<typeof jsonSchemaTransform>[0]
type Document = ReturnType<typeof jsonSchemaTransformObject>

/** What @fastify/swagger makes the document of; `basePath` is where this server is reached, without a slash at its end. */
export function documentOptions(basePath: string): FastifyDynamicSwaggerOptions {
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
      servers: [{ url: basePath === '' ? '/' : basePath }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      security: [{ token: [] }, { cookie: [] }],
      components: { securitySchemes, headers },
    },
    transform: transformed,
    transformObject: input => completed(jsonSchemaTransformObject(input)),
  }
}

/** A route as the document has it. The second spelling of an address, with a slash at its end, is not told. */
function transformed(input: Input): ReturnType<typeof jsonSchemaTransform> {
  const { url, route } = input
  const call = route.config?.call
  if (!call || url.endsWith('/')) return { schema: { hide: true }, url }
  return jsonSchemaTransform({ ...input, schema: describeCall(call) })
}

type Operation = Parameters<typeof addResponseHeaders>[0] & { operationId: string }
type Operations = Record<string, Operation>
type Whole = { paths: Record<string, Operations>; components: { schemas: object } }

/** With the headers of every answer, and with the calls that this process does not serve. */
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
