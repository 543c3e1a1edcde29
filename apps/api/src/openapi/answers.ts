import { ErrorObject } from '@posthorn/contract'
import type { RefusalWords } from '@posthorn/server'
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

const overRate =
  'Too many calls. Try again after the seconds in `Retry-After`. The body is the text `limit exceeded`, not an error object.'

/** The refusals by status, each with its possible ids. Every call has a rate limit, whose 429 is a text. */
export function refusalAnswers(rows: RefusalWords[]): Answers & { 429: Answer } {
  const statuses = new Set(rows.map(({ status }) => status))
  const answers = [...statuses].map((status): [number, Answer] => [
    status,
    refusalAnswer(rows.filter(row => row.status === status)),
  ])
  const { 429: other } = Object.fromEntries(answers)
  const tooMany = inBytes(overRate, ['text/plain'])
  const both = other && {
    description: `${overRate} Other limits have an error object:\n${other.description}`,
    content: { ...tooMany.content, ...other.content },
  }
  return { ...Object.fromEntries(answers), 429: both ?? tooMany }
}

/** The error object with one of these ids, some of which have several meanings. */
export function refusalAnswer(rows: RefusalWords[]): Answer {
  const lines = new Set(rows.map(({ id, message }) => `- \`${id}\`: ${message}`))
  return inJson([...lines].join('\n'), errorWith([...new Set(rows.map(({ id }) => id))]))
}

function errorWith(ids: string[]): z.ZodType {
  return z.intersection(ErrorObject, z.looseObject({ id: z.enum(ids as [string]) }))
}
