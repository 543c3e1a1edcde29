import { z } from 'zod'
import { Id, withHtml } from '../../parameters.js'

/** Of calls that answer a post with its thread. */
export const threadQuery = z.object({
  html: withHtml,
  after: Id.or(z.literal(''))
    .default('')
    .describe('The last reply that is known: with X-Has-More the next ones.'),
})
