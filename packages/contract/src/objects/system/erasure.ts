import { z } from 'zod'

/** An erasure that continues in the background. */
export const ErasureBegun = z.object({ erasure: z.string().describe('ID of the erasure.') })

export const ErasureProgress = z.object({
  status: z
    .enum(['running', 'done', 'stopped'])
    .describe('stopped: the user was activated again, or received a webhook. What was erased is gone.'),
  step: z.string().describe('What is being erased.'),
  erased: z.number().describe('Number of erased deliveries, posts and entries.'),
})
