import type { tags } from '@posthorn/contract'
import type { Refusal } from '@posthorn/server'
import type { z } from 'zod'

/**
 * What the document says of a call beyond its address and its answer's schema, which it takes from the route. `body` and
 * `query` are what is wanted: routes read more leniently, because what is missing is refused after the caller's rights.
 */
export type CallWords = {
  tag: keyof typeof tags
  summary: string
  description?: string
  /** What comes with 200. */
  answer: string
  /** Whose call: anybody's, anybody's who may have a session, or, when absent, a session's. */
  open?: 'anybody' | 'either'
  body?: z.ZodType
  query?: z.ZodObject
  /** True where `If-None-Match` may be answered 304. */
  etag?: true
  /** Beside those of every call, or of every call with a session or a body. */
  refusals?: Refusal[]
}
