import { calls } from '@posthorn/contract'
import { serve } from '../../http/serve-calls.js'
import { problemsOf } from '../../pipeline/problems.js'

export const getHealth = serve(calls.getHealth, async ({ deps }) => {
  const state = await deps.pipeline.state()
  const { redis, postgres, backlog } = state
  const check = (part: 'redis' | 'postgres', trouble: string | undefined) => ({
    part,
    ok: trouble === undefined,
    message: trouble ?? '',
  })
  return {
    problems: problemsOf(state, deps.nowMs()),
    checks: [check('redis', redis), check('postgres', postgres)],
    backlog: backlog
      ? {
          deliveries: backlog.deliveries,
          posts: backlog.posts,
          oldest_waiting_ms: backlog.oldestWaitingMs,
        }
      : null,
    redis_memory_ratio: backlog?.memoryRatio ?? 0,
  }
})
