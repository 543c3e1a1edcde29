import { calls } from '@posthorn/contract'
import type { ProcessInfo } from '@posthorn/queue'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const listProcesses = serve(calls.listProcesses, async ({ deps }) => {
  const found = await deps.pipeline.processes()
  if (!found) return refused('redis_away')
  return { alive: found.alive.map(processObject), lost: found.lost.map(processObject) }
})

function processObject({ startedAtMs, toldAtMs, cpuShare, memoryBytes, ...rest }: ProcessInfo) {
  return {
    ...rest,
    started_at: startedAtMs,
    told_at: toldAtMs,
    cpu_share: cpuShare,
    memory_bytes: memoryBytes,
  }
}
