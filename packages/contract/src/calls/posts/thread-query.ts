import { z } from 'zod'
import { Id, withHtml } from '../../parameters.js'

/** Query of calls that return a post with its thread. */
export const threadQuery = z.object({
  html: withHtml,
  after: Id.or(z.literal(''))
    .default('')
    .describe('The last reply that the caller has. If X-Has-More was set, returns the replies after it.'),
  before: Id.or(z.enum(['end', '']))
    .default('')
    .describe(
      'The first reply that the caller has, or `end`. Returns the last replies before it, instead of the first ' +
        'ones. Takes precedence over `after`. Only in Posthorn.',
    ),
})
