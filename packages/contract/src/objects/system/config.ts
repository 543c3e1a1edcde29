import { z } from 'zod'

/** The settings by group, as administrators read and write them. Never includes secrets. */
export const Config = z
  .record(z.string(), z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])))
  .meta({ id: 'Config' })
export type Config = z.infer<typeof Config>

/** The response of calls that return no data. */
export const Ok = z.object({ status: z.literal('OK') }).meta({ id: 'Ok' })
export const ok = { status: 'OK' } as const
