import type { Redis } from 'ioredis'
import { checkAssumption, scriptsOn, type Warn } from './assumptions.js'
import { lastOne } from './jobs.js'
import { tricksOf } from './tricks.js'

/** How BullMQ's scripts that hand out a job end: they always wake another worker to look for more. */
const wakesAnother =
  /addBaseMarkerIfNeeded\(markerKey, false\)((?:\s*--.*)*)\s*return \{rcall\("HGETALL", jobKey\), jobId, 0, 0\}/

/** How they end here. */
const wakesForMore = `local job = rcall("HGETALL", jobKey)
  if rcall("LLEN", keyPrefix .. "wait") + rcall("ZCARD", keyPrefix .. "prioritized") > 0 then
    addBaseMarkerIfNeeded(markerKey, false)
  else
    job[#job + 1] = "pb"
    job[#job + 1] = "${lastOne}"
  end
  return {job, jobId, 0, 0}`

/** The scripts that hand out jobs. */
const changed = ['moveToActive', 'moveToFinished']

/**
 * Makes BullMQ's scripts on this connection wake another worker only if more jobs wait, and mark the last
 * job. A waiting job still has a marker, or a worker that took the marker and is about to ask.
 * @param redis a connection that a queue of BullMQ is ready on
 */
export function wakeOnlyForMore(redis: Redis, warn?: Warn): void {
  if (!tricksOf(redis).quietScripts) return
  const scripts = scriptsOn(redis)
  const isKnown = (lua: string) => wakesAnother.test(lua) || lua.includes(wakesForMore)
  const holds = changed.every(name => scripts.some(script => script.name === name && isKnown(script.lua)))
  if (!checkAssumption('how BullMQ’s scripts hand out a job (quiet-scripts.ts)', holds, warn)) return
  for (const { command, lua, numberOfKeys } of scripts)
    if (wakesAnother.test(lua))
      redis.defineCommand(command, { lua: lua.replace(wakesAnother, wakesForMore), numberOfKeys })
}
