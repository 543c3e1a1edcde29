import type { Redis } from 'ioredis'

/** What a job's `processedBy` says when it was the last that waited: worker names are not used. */
export const lastOne = 'last'

/** How BullMQ's scripts end that hand out a job: whatever waits, another worker is woken to look for more. */
const wakesAnother =
  /addBaseMarkerIfNeeded\(markerKey, false\)((?:\s*--.*)*)\s*return \{rcall\("HGETALL", jobKey\), jobId, 0, 0\}/

const wakesForMore = `local job = rcall("HGETALL", jobKey)
  if rcall("LLEN", keyPrefix .. "wait") + rcall("ZCARD", keyPrefix .. "prioritized") > 0 then
    addBaseMarkerIfNeeded(markerKey, false)
  else
    job[#job + 1] = "pb"
    job[#job + 1] = "${lastOne}"
  end
  return {job, jobId, 0, 0}`

type Scripts = { scriptsSet: Record<string, { lua: string; numberOfKeys: number }> }

/**
 * Has BullMQ's scripts on this connection wake another worker only when more is waiting, and say so when not. A job that
 * waits still has a marker, or a worker that took the marker and is about to ask. Scripts of another shape stay as they are.
 * @param redis a connection that a queue of BullMQ's is ready on
 */
export function wakeOnlyForMore(redis: Redis): void {
  for (const [name, { lua, numberOfKeys }] of Object.entries((redis as unknown as Scripts).scriptsSet))
    if (wakesAnother.test(lua))
      redis.defineCommand(name, { lua: lua.replace(wakesAnother, wakesForMore), numberOfKeys })
}
