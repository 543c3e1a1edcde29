import { ErrorObject } from '@posthorn/contract'
import { limitExceeded, type RefusalWords } from '@posthorn/server'
import { z } from 'zod'

/** An answer as fastify-type-provider-zod takes it. */
export type Answer = { description: string; content: Record<string, { schema: z.ZodType }> }
export type Answers = Record<string, Answer | z.ZodType>

export const inJson = (description: string, schema: z.ZodType): Answer => ({
  description,
  content: { 'application/json': { schema } },
})

/** An answer that is no JSON, in one of these types. */
export const inBytes = (description: string, types: readonly string[]): Answer => ({
  description,
  content: Object.fromEntries(types.map(type => [type, { schema: z.string() }])),
})

/** An answer without a body. */
export const bare = (description: string): z.ZodType => z.null().describe(description)

/** The one refusal that is no error object, unless JSON alone is accepted: docs/behaviour.md, limits. */
export const tooMany: Answer = {
  description:
    'Too many calls. `Retry-After` says after how many seconds to send it again. The text `limit exceeded`; the error object ' +
    'where `Accept` has `application/json` and no text.',
  content: {
    'application/json': { schema: errorWith([limitExceeded.id]) },
    'text/plain': { schema: z.string() },
  },
}

/** The refusals by status, each with the ids that it may have. */
export function refusalAnswers(rows: RefusalWords[]): Answers {
  const statuses = new Set(rows.map(({ status }) => status))
  return Object.fromEntries(
    [...statuses].map(status => [status, refusalAnswer(rows.filter(row => row.status === status))]),
  )
}

/** The error object with one of these ids, of which some have several meanings. */
export function refusalAnswer(rows: RefusalWords[]): Answer {
  const lines = new Set(rows.map(({ id, message }) => `- \`${id}\`: ${message}`))
  return inJson([...lines].join('\n'), errorWith([...new Set(rows.map(({ id }) => id))]))
}

function errorWith(ids: string[]): z.ZodType {
  return z.intersection(ErrorObject, z.looseObject({ id: z.enum(ids as [string]) }))
}
