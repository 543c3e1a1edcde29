import type { z } from 'zod'
import { addResponseHeaders } from './headers.js'
import { sending } from './sending.js'
import { inJsonSchema, type Json, parametersIn, type Shape } from './transform.js'

/** A hook's call under both its addresses. This process has no such route, so @fastify/swagger does not see it. */
export function sendingPaths(document: object) {
  const hook = { ...operationIn(document), operationId: 'postHook' }
  const old = {
    ...operationIn(document),
    operationId: 'postHookOfTeam',
    summary: 'Post through a hook, by its old address',
    deprecated: true,
  }
  const parameters = [anyTeam, ...old.parameters]
  return {
    '/hooks/{key}': { post: hook },
    '/api/v3/teams/{team}/hooks/{key}': { post: { ...old, parameters } },
  }
}

const anyTeam = {
  name: 'team',
  in: 'path',
  required: true,
  description: 'Ignored.',
  schema: { type: 'string' },
}

function operationIn(document: object) {
  const { params, querystring, headers, response } = inJsonSchema(document, sending.schema) as Record<
    string,
    Shape
  >
  const content = Object.entries(sending.bodies).map(([type, schema]: [string, z.ZodType]) => [
    type,
    { schema: inJsonSchema(document, { body: schema }).body },
  ])
  const operation = {
    ...sending.words,
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', querystring),
      ...parametersIn('header', headers),
    ],
    requestBody: { required: true, content: Object.fromEntries(content) },
    responses: response as unknown as Record<string, Json>,
  }
  addResponseHeaders(operation, ['X-Delivery-Id', 'Idempotent-Replayed'])
  return operation
}
