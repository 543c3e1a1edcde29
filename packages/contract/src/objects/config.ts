import { z } from 'zod'

/** The settings by group, as an administrator reads and writes them. No secret is ever among them. */
export const Config = z.record(
  z.string(),
  z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
)
export type Config = z.infer<typeof Config>

/** What a call answers that has nothing to tell. */
export const Ok = z.object({ status: z.literal('OK') })
export const ok = { status: 'OK' } as const
