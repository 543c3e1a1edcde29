import { z } from 'zod'

/** What a process tells of itself. Times are milliseconds since 1970 by its own clock. */
export const ProcessInfo = z.object({
  id: z.string(),
  /** What it does: `ingress`, `api`, `worker`, or `standalone` for the first two together. */
  name: z.string(),
  version: z.string(),
  host: z.string(),
  pid: z.number(),
  startedAtMs: z.number(),
  toldAtMs: z.number(),
  /** Of a core, since it last told. */
  cpuShare: z.number(),
  memoryBytes: z.number(),
})
export type ProcessInfo = z.infer<typeof ProcessInfo>

/** A hash of id → what it told last: of those that live, and of those that ended without a farewell. */
export const processesKey = (prefix: string) => `${prefix}:processes`

/** There as long as the process lives. */
export const aliveKey = (prefix: string, id: string) => `${prefix}:process:${id}`

/** A process that has not told of itself for so long is gone. */
export const goneAfterMs = 10_000

/** For so long it is known which processes ended without a farewell, and of so many. */
export const lostKeptMs = 24 * 3_600_000
export const maxLost = 20
