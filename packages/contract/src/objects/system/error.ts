import { z } from 'zod'

/** The body of every error response, except over the rate limit: docs/behaviour.md, errors. */
export const ErrorObject = z
  .object({
    id: z.string().describe('For programs. It never changes.'),
    message: z.string().describe('For people.'),
    detailed_error: z.string(),
    request_id: z.string(),
    status_code: z.int(),
  })
  .meta({ id: 'Error' })
export type ErrorObject = z.output<typeof ErrorObject>
