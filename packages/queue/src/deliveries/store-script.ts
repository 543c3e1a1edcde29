import { maxDeliveriesPerBatch } from './batches.js'
import { wakeUp } from './wake-up.js'

/** A batch that is longer takes in no other. */
const maxJoinedBytes = 32 * 1024
/** Nor does one that is so many times as long as what comes: all of it is written to disk again. */
const maxTimesAsLong = 32
/** Who was woken for a batch that waits for longer may be gone: another worker is woken. */
const takenWithinMs = 1000

/**
 * Counts calls, then adds jobs as BullMQ's own scripts do (held against the library in test/pipeline/stored-batches.test.ts),
 * without the events that nobody reads. When one count goes over its limit nothing is added. A job that is there already,
 * because a connection that waits sent it again, is left alone. What is small joins the batch that came last to the shared
 * lane, as long as that waits and nobody has begun it: a worker that is away or busy finds one batch and not many.
 *
 * KEYS: wait, marker, prioritized, its counter and marker, then the windows to count in.
 * ARGV: of each window points, seconds and cost; then the time and the jobs' name, and of each job key, id, priority,
 * options, data and how it wakes a worker.
 */
export const storeScript = `
local now, name
local function wake(score)
  redis.call('ZADD', KEYS[2], 'LT', score, '0')
end
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
  if score == '${wakeUp.atOnce}' or now - stored > ${takenWithinMs} then wake(score) end
  return true
end
local function add(key, id, priority, opts, data, score)
  if priority == '0' and join(key, id, data, score) then return end
  if redis.call('HSETNX', key, 'name', name) == 0 then return end
  redis.call('HSET', key, 'data', data, 'opts', opts, 'timestamp', now, 'delay', 0, 'priority', priority)
  if priority == '0' then
    redis.call('LPUSH', KEYS[1], id)
    wake(score)
  else
    local place = redis.call('INCR', KEYS[4])
    redis.call('ZADD', KEYS[3], priority * 0x100000000 + place % 0x100000000, id)
    redis.call('ZADD', KEYS[5], 0, '0')
  end
end
local counts, within, at = {}, 1, 1
for window = 6, #KEYS do
  local points, seconds, cost = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local used = redis.call('INCRBY', KEYS[window], cost)
  local left = redis.call('PTTL', KEYS[window])
  if left < 0 then
    redis.call('EXPIRE', KEYS[window], seconds)
    left = seconds * 1000
  end
  if used > tonumber(points) then within = 0 end
  counts[#counts + 1] = used
  counts[#counts + 1] = left
  at = at + 3
end
if within == 1 then
  now, name = ARGV[at], ARGV[at + 1]
  for job = at + 2, #ARGV, 6 do add(unpack(ARGV, job, job + 5)) end
end
return {within, counts}
`
