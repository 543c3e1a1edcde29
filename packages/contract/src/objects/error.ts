import { z } from 'zod'

/** What every refusal but 429 answers: docs/behaviour.md, errors. */
export const ErrorObject = z.object({
  id: z.string().describe('What programs go by; it never changes.'),
  message: z.string().describe('What people read.'),
  detailed_error: z.string(),
  request_id: z.string(),
  status_code: z.int(),
})
export type ErrorObject = z.output<typeof ErrorObject>
