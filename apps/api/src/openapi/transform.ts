import { jsonSchemaTransform } from 'fastify-type-provider-zod'

export type Json = Record<string, unknown>
export type Shape = { properties: Record<string, Json>; required?: string[] }
type Input = Parameters<typeof jsonSchemaTransform>[0]

/** Converts a Fastify schema of zod's to JSON Schema, for routes that @fastify/swagger does not see. */
export function inJsonSchema(document: object, schema: Json): Json {
  return jsonSchemaTransform({ openapiObject: document, schema } as unknown as Input)
    .schema as unknown as Json
}

/** Returns an object's properties as parameters in one place of a request. */
export function parametersIn(place: string, shape?: Shape): object[] {
  return Object.entries(shape?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: shape?.required?.includes(name) ?? false,
    description,
    schema,
  }))
}
