import { z } from 'zod'
import type { Document, Operation } from './read.js'

/** Holds a response as received. */
export type Seen = { status: number; type: string; body: string }

type Schema = Record<string, unknown>

/** Compares requests and responses with the document. */
export function fitting(document: Document) {
  const made = new Map<Schema, z.ZodType>()
  const $defs = document.components.schemas
  const zodOf = (schema: Schema): z.ZodType => {
    const known = made.get(schema) ?? z.fromJSONSchema(within({ ...schema, $defs }))
    made.set(schema, known)
    return known
  }

  /** Returns what is wrong with a request body, if anything. */
  const wrongBody = ({ requestBody }: Operation, body: unknown): string | undefined => {
    const schema = requestBody?.content['application/json']?.schema
    if (!schema || body === undefined)
      return (schema === undefined) === (body === undefined) ? undefined : 'body'
    return mistake(zodOf(schema), body)
  }

  /** Returns what is wrong with a response, if anything. */
  const wrongAnswer = (operation: Operation, { status, type, body }: Seen): string | undefined => {
    const described = operation.responses[status]
    if (!described) return `${status} is not among the answers: ${body}`
    const answer =
      '$ref' in described ? document.components.responses[described.$ref.split('/').at(-1) ?? ''] : described
    if (!answer?.content) return body === '' ? undefined : `${status} has a body: ${body}`
    const content = answer.content[type.split(';')[0] ?? '']
    if (!content) return `${status} is not described as ${type}`
    return mistake(zodOf(content.schema), /^application\/json\b/.test(type) ? JSON.parse(body) : body)
  }
  return { wrongBody, wrongAnswer }
}

function mistake(schema: z.ZodType, value: unknown): string | undefined {
  const { success, error } = schema.safeParse(value)
  return success ? undefined : `${z.prettifyError(error)}\n${JSON.stringify(value)}`
}

/** Rewrites references to the document's schemas as local references. */
function within(schema: Schema): z.core.JSONSchema.JSONSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))
}
