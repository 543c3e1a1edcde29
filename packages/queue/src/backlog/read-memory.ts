import type { Redis } from 'ioredis'

/** The bytes that a Redis uses and may use, Infinity without a limit. */
export type Memory = { usedBytes: number; mostBytes: number }

/** Returns undefined if Redis does not report its memory. Never rejects. */
export async function readMemory(redis: Redis): Promise<Memory | undefined> {
  const info = await redis.info('memory').catch(() => '')
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN)
  const [usedBytes, mostBytes] = [figure('used_memory'), figure('maxmemory')]
  if (Number.isNaN(usedBytes + mostBytes)) return undefined
  return { usedBytes, mostBytes: mostBytes === 0 ? Number.POSITIVE_INFINITY : mostBytes }
}
