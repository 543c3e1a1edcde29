import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { addResponseHeaders } from './headers.js'
import { sending } from './sending.js'

type Json = Record<string, unknown>
type Input = Parameters<typeof jsonSchemaTransform>[0]
type Shape = { properties: Record<string, Json>; required?: string[] }

/** The call of a hook, under both its addresses. It is no route of this process, so that @fastify/swagger does not see it. */
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
  description: 'Not looked at.',
  schema: { type: 'string' },
}

function operationIn(document: object) {
  const inJsonSchema = (schema: Json) =>
    jsonSchemaTransform({ openapiObject: document, schema } as unknown as Input).schema as unknown as Json
  const { params, querystring, headers, response } = inJsonSchema(sending.schema) as Record<string, Shape>
  const content = Object.entries(sending.bodies).map(([type, schema]: [string, z.ZodType]) => [
    type,
    { schema: inJsonSchema({ body: schema }).body },
  ])
  const operation = {
    ...sending.words,
    parameters: [
      ...parameters('path', params),
      ...parameters('query', querystring),
      ...parameters('header', headers),
    ],
    requestBody: { required: true, content: Object.fromEntries(content) },
    responses: response as unknown as Record<string, Json>,
  }
  addResponseHeaders(operation, ['X-Delivery-Id', 'Idempotent-Replayed'])
  return operation
}

function parameters(place: string, shape?: Shape) {
  return Object.entries(shape?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: shape?.required?.includes(name) ?? false,
    description,
    schema,
  }))
}
