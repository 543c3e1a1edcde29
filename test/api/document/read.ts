import { z } from 'zod'

/** Describes the part of OpenAPI 3.1 that the document uses, and rejects everything else. */
const Schema = z.record(z.string(), z.unknown())
const Ref = z.strictObject({ $ref: z.string().regex(/^#\/components\/(responses|headers)\/[\w-]+$/) })
const Content = z.record(z.string().regex(/^\w+\/[\w+-]+$/), z.strictObject({ schema: Schema }))
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: Schema,
})
const Header = z.strictObject({ description: z.string(), schema: Schema })
const Answer = z.strictObject({
  description: z.string().min(1),
  content: Content.optional(),
  headers: z.record(z.string(), Ref),
})
const Operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  deprecated: z.literal(true).optional(),
  security: z.array(z.record(z.string(), z.array(z.enum(['read', 'post', 'manage'])))).optional(),
  parameters: z.array(Parameter).optional(),
  requestBody: z
    .strictObject({ required: z.literal(true), content: Content, description: z.string().optional() })
    .optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([Ref, Answer])),
})
export type Operation = z.infer<typeof Operation>

const PathItem = z.strictObject({
  get: Operation.optional(),
  post: Operation.optional(),
  patch: Operation.optional(),
  delete: Operation.optional(),
})
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  security: z.array(z.record(z.string(), z.tuple([]))),
  paths: z.record(z.string().startsWith('/'), PathItem),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    responses: z.record(z.string(), Answer),
    headers: z.record(z.string(), Header),
    securitySchemes: z.record(z.string(), Schema),
  }),
})
export type Document = z.infer<typeof Document>

/** @throws if the input is not such a document */
export const readDocument = (json: unknown): Document => Document.parse(json)

/** Holds an operation and its name: `GET /api/v3/users/me`. */
export type Described = { call: string; method: Method; path: string; operation: Operation }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export function operationsOf({ paths }: Document): Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([name, operation]) => {
      const method = name.toUpperCase() as Method
      return operation ? [{ call: `${method} ${path}`, method, path, operation }] : []
    }),
  )
}
