import { z } from 'zod'
import { Id, withHtml } from '../../parameters.js'

/** Query of calls that return a post with its thread. */
export const threadQuery = z.object({
  html: withHtml,
  after: Id.or(z.literal(''))
    .default('')
    .describe('The last reply that the caller has. If X-Has-More was set, returns the replies after it.'),
})
