import { type FigureSet, mergeFigures } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { defaultPrefix } from '../names.js'
import { keyOfMinute, minuteMs, unsettledMinutesKey } from './figure-counter.js'

const Counts = z.record(z.string(), z.number())
const Reported = z.object({ sums: Counts, peaks: Counts })

/** The counts of all processes in the minute that began at `startAt`. */
export type MinuteFigures = { startAt: number; figures: FigureSet }

/** The most that late reports and differing clocks amount to. */
const settledAfterMs = 2 * minuteMs

/**
 * Reads the minutes from `sinceMs` on that may be missing or incomplete in Postgres.
 * @throws if Redis does not answer
 */
export async function readMinutes(
  redis: Redis,
  { prefix = defaultPrefix, sinceMs = 0 }: { prefix?: string; sinceMs?: number } = {},
): Promise<MinuteFigures[]> {
  const minutes = (await redis.zrange(unsettledMinutesKey(prefix), '0', '-1')).map(Number)
  const wanted = minutes.filter(minute => minute >= sinceMs).toSorted((one, other) => one - other)
  const reports = await Promise.all(wanted.map(minute => redis.hvals(keyOfMinute(prefix, minute))))
  // counts of other versions may not parse
  return reports.map((sets, at) => ({
    startAt: wanted[at] ?? 0,
    figures: mergeFigures(sets.flatMap(set => Reported.safeParse(JSON.parse(set)).data ?? [])),
  }))
}

/**
 * Reads them, saves them, and forgets those that no process has reported for two minutes. The others are
 * saved again.
 */
export async function rollUpMinutes(
  redis: Redis,
  save: (minutes: MinuteFigures[]) => Promise<void>,
  { prefix = defaultPrefix, nowMs }: { prefix?: string; nowMs: number },
): Promise<number> {
  const minutes = await readMinutes(redis, { prefix })
  if (minutes.length === 0) return 0
  await save(minutes)
  await redis.zremrangebyscore(unsettledMinutesKey(prefix), '-inf', nowMs - settledAfterMs)
  return minutes.length
}
