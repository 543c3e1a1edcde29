import { jsonSchemaTransform } from 'fastify-type-provider-zod'

export type Json = Record<string, unknown>
export type Shape = { properties: Record<string, Json>; required?: string[] }
type Input = Parameters<typeof jsonSchemaTransform>[0]

/** A Fastify schema of zod's as one of JSON Schema's, for what is no route that @fastify/swagger sees. */
export function inJsonSchema(document: object, schema: Json): Json {
  return jsonSchemaTransform({ openapiObject: document, schema } as unknown as Input)
    .schema as unknown as Json
}

/** The parameters that an object's properties are, in one place of a request. */
export function parametersIn(place: string, shape?: Shape): object[] {
  return Object.entries(shape?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: shape?.required?.includes(name) ?? false,
    description,
    schema,
  }))
}
