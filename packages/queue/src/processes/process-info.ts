import { z } from 'zod'

/** A process's report of itself. Times are milliseconds since 1970 by its own clock. */
export const ProcessInfo = z.object({
  id: z.string(),
  /** Its role: `ingress`, `api`, `worker`, or `standalone` for the first two together. */
  name: z.string(),
  version: z.string(),
  host: z.string(),
  pid: z.number(),
  startedAtMs: z.number(),
  toldAtMs: z.number(),
  /** The share of a core since the last report. */
  cpuShare: z.number(),
  memoryBytes: z.number(),
})
export type ProcessInfo = z.infer<typeof ProcessInfo>

/** A hash of id → last report, of running processes and of those that ended without a goodbye. */
export const processesKey = (prefix: string) => `${prefix}:processes`

/** Exists as long as the process runs. */
export const aliveKey = (prefix: string, id: string) => `${prefix}:process:${id}`

/** A process that has not reported for this long is gone. */
export const goneAfterMs = 10_000

/** How long, and how many, processes that ended without a goodbye are remembered. */
export const lostKeptMs = 24 * 3_600_000
export const maxLost = 20
