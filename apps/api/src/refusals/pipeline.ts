import type { RefusalRows } from './row.js'

/** What is refused about how the pipeline is doing. */
export const pipelineRefusals = {
  redis_away: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Redis, which holds this, does not answer just now. Ask again.',
  },
} as const satisfies RefusalRows
