import { z } from 'zod'

export const Id = z.string().regex(/^[a-z0-9]{26}$/, 'wants an id, 26 characters of a-z and 0-9')

/** A count or an offset in a path; nine digits fit Postgres's integer. */
export const WholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'wants a whole number of at most nine digits')
  .transform(Number)

/** A moment in a path or a query, in milliseconds since 1970. */
export const Moment = z
  .string()
  .regex(/^\d{1,15}$/, 'wants milliseconds since 1970, at most fifteen digits')
  .transform(Number)
