import { type Count, settle } from '../limits/bill.js'

/**
 * Counts calls in windows that expire. KEYS from `firstWindow` on: the windows. ARGV: points, seconds and
 * cost of each. Leaves `within` (0 if a window is over its limit), `counts` (used and milliseconds left of
 * each) and `at`, the next argument.
 */
export const countScript = (firstWindow: number) => `
local counts, within, at = {}, 1, 1
for window = ${firstWindow}, #KEYS do
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
`

/** The result of a script that begins with `countScript`. */
export type Counted = [within: 0 | 1, counts: number[]]

export const windowsOf = (counts: Count[]): string[] => counts.map(({ bills: [{ key }] }) => key)

export const windowArguments = (counts: Count[]): number[] =>
  counts.flatMap(({ bills: [{ points, seconds }], cost }) => [points, seconds, cost])

/** Settles the bills. Returns whether all windows are within their limits. */
export function settleAll(counts: Count[], [within, used]: Counted): boolean {
  for (const [index, count] of counts.entries())
    settle(count, used[2 * index] as number, used[2 * index + 1] as number)
  return within === 1
}
