import type { RefusalRows } from './row.js'

/** Refusals about the state of the pipeline. */
export const pipelineRefusals = {
  cannot_erase: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Redis, which queues erasures, is not responding, or short of memory. Try again.',
  },
  export_running: {
    status: 429,
    retryAfterSeconds: 60,
    message: 'You have another export running, or too many are. Try again when it has ended.',
  },
  no_such_import: {
    status: 404,
    message: 'The import of this source was never started. Start it first.',
  },
  no_such_erasure: {
    status: 404,
    message: "We couldn't find the erasure. It ended more than a week ago, or it concerns something else.",
  },
  redis_away: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Redis, which stores these figures, is not responding. Try again.',
  },
} as const satisfies RefusalRows
