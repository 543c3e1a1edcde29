import type { RefusalRows } from './row.js'

/** Refusals about the state of the pipeline. */
export const pipelineRefusals = {
  redis_away: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Redis, which stores these figures, is not responding. Try again.',
  },
} as const satisfies RefusalRows
