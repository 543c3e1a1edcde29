import { ErrorObject } from '@posthorn/contract'
import { limitExceeded, type RefusalWords } from '@posthorn/server'
import { z } from 'zod'

/** An answer in the form of fastify-type-provider-zod. */
export type Answer = { description: string; content: Record<string, { schema: z.ZodType }> }
export type Answers = Record<string, Answer | z.ZodType>

export const inJson = (description: string, schema: z.ZodType): Answer => ({
  description,
  content: { 'application/json': { schema } },
})

/** An answer in one of these content types instead of JSON. */
export const inBytes = (description: string, types: readonly string[]): Answer => ({
  description,
  content: Object.fromEntries(types.map(type => [type, { schema: z.string() }])),
})

/** An answer without a body. */
export const bare = (description: string): z.ZodType => z.null().describe(description)

/** The only refusal that is not an error object, unless only JSON is accepted: docs/behaviour.md, limits. */
export const tooMany: Answer = {
  description:
    'Too many calls. Try again after the seconds in `Retry-After`. The body is the text `limit exceeded`, or the error object ' +
    'if `Accept` has `application/json` and no text type.',
  content: {
    'application/json': { schema: errorWith([limitExceeded.id]) },
    'text/plain': { schema: z.string() },
  },
}

/** The refusals by status, each with its possible ids. */
export function refusalAnswers(rows: RefusalWords[]): Answers {
  const statuses = new Set(rows.map(({ status }) => status))
  return Object.fromEntries(
    [...statuses].map(status => [status, refusalAnswer(rows.filter(row => row.status === status))]),
  )
}

/** The error object with one of these ids, some of which have several meanings. */
export function refusalAnswer(rows: RefusalWords[]): Answer {
  const lines = new Set(rows.map(({ id, message }) => `- \`${id}\`: ${message}`))
  return inJson([...lines].join('\n'), errorWith([...new Set(rows.map(({ id }) => id))]))
}

function errorWith(ids: string[]): z.ZodType {
  return z.intersection(ErrorObject, z.looseObject({ id: z.enum(ids as [string]) }))
}
