import { z } from 'zod'

export const Id = z.string().regex(/^[a-z0-9]{26}$/, 'wants an id, 26 characters of a-z and 0-9')

/** A name to look for. Postgres takes no NUL, and nothing is called by what stands for it here. */
export const Name = z.string().transform(text => text.replaceAll('\0', '\uFFFD'))

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
/** The calls about one team. What cannot be an id there, as a team's name, is an unknown path (spec 5.1). */
export const teamPath = '/teams/:team(^[A-Za-z0-9]+$)'
export const TeamPath = z.object({ team: z.string() })

export const Page = z.object({ offset: WholeNumber, limit: WholeNumber })

/** More than this is not shown at once. */
export const longestPage = 1000

/** A page of a list, of at most `longestPage`. */
export const pageOf = ({ offset, limit }: z.infer<typeof Page>) =>
  [offset, Math.min(limit, longestPage)] as const
