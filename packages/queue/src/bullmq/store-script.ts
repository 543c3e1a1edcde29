import { maxDeliveriesPerBatch } from '../names.js'
import { countScript } from './count-script.js'
import { takeOwn } from './own-batches.js'
import type { Tricks } from './tricks.js'
import { wakeScores } from './wake-scores.js'

/** Nothing joins a batch beyond this length. */
const maxJoinedBytes = 32 * 1024
/** Nor a batch that is this many times as long as the new one, because all of it is written to disk again. */
const maxTimesAsLong = 32
/** If a batch waits for longer, the worker that was woken for it may be gone, so another one is woken. */
const takenWithinMs = 1000

const join = `
local function join(key, id, data, score)
  local last = redis.call('LINDEX', KEYS[1], 0) or ''
  local stem, deliveries, posts, kib = string.match(last, '^(%w+%-%w+)%-(%d+)%-(%d+)%-(%d+)$')
  if not stem then return false end
  local prefix = string.sub(key, 1, -1 - #id)
  local length = redis.call('HSTRLEN', prefix .. last, 'data') -- before all of it is copied
  if length > ${maxTimesAsLong} * #data or length + #data > ${maxJoinedBytes} then return false end
  local old, begun, stored = unpack(redis.call('HMGET', prefix .. last, 'data', 'ats', 'timestamp'))
  if not old or begun then return false end
  local more, morePosts, moreKib = string.match(id, '%-(%d+)%-(%d+)%-(%d+)$')
  if deliveries + more > ${maxDeliveriesPerBatch} then return false end
  local joined = table.concat({stem, deliveries + more, posts + morePosts, kib + moreKib}, '-')
  if string.sub(old, 1, 1) == '[' then old = string.sub(old, 2, -2) end
  redis.call('HSET', prefix .. last, 'data', '[' .. old .. ',' .. data .. ']') -- first: a full Redis refuses it
  redis.call('RENAME', prefix .. last, prefix .. joined)
  redis.call('LSET', KEYS[1], 0, joined)
  if score == '${wakeScores.atOnce}' or now - stored > ${takenWithinMs} then wake(score) end
  return true
end
`

/**
 * Counts calls, then adds jobs as BullMQ's own scripts do (test/pipeline/stored-batches.test.ts compares
 * both), without the events that nobody reads. If a count exceeds its limit, nothing is added. A job that
 * exists already, because a waiting connection sent it again, stays as it is. A small batch joins the newest
 * batch of the shared lane if no worker has ever begun it, so that a busy or missing worker finds one batch
 * instead of many. The process that stores a batch may get it right away (own-batches.ts).
 *
 * KEYS: wait, marker, prioritized, its counter and marker, active, then the windows.
 * ARGV: points, seconds and cost of each window; then the time and the jobs' name; then each job's key, id,
 * priority, options, data, wake-up score and token.
 */
export const storeScript = ({ joinBatches }: Tricks) => `
local now, name
local taken = {}
local function wake(score)
  redis.call('ZADD', KEYS[2], 'LT', score, '0')
end
${joinBatches ? join : 'local function join() return false end'}
${takeOwn}
local function add(key, id, priority, opts, data, score, token)
  if priority == '0' and join(key, id, data, score) then return end
  if redis.call('HSETNX', key, 'name', name) == 0 then return end
  redis.call('HSET', key, 'data', data, 'opts', opts, 'timestamp', now, 'delay', 0, 'priority', priority)
  if priority == '0' then
    if takeOwn(key, id, token) then return end
    redis.call('LPUSH', KEYS[1], id)
    wake(score)
  else
    local place = redis.call('INCR', KEYS[4])
    redis.call('ZADD', KEYS[3], priority * 0x100000000 + place % 0x100000000, id)
    redis.call('ZADD', KEYS[5], 0, '0')
  end
end
${countScript(7)}
if within == 1 then
  now, name = ARGV[at], ARGV[at + 1]
  for job = at + 2, #ARGV, 7 do add(unpack(ARGV, job, job + 6)) end
end
return {within, counts, taken}
`
