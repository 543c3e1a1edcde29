import { z } from 'zod'

/** The settings by group, as administrators read and write them. Never includes secrets. */
export const Config = z
  .record(z.string(), z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])))
  .meta({ id: 'Config' })
export type Config = z.infer<typeof Config>

/** The response of calls that return no data. */
export const Ok = z.object({ status: z.literal('OK') }).meta({ id: 'Ok' })
export const ok = { status: 'OK' } as const

/** A setting and the source of its value. */
export const SettingObject = z
  .object({
    name: z.string(),
    group: z.string().describe('Its group in the config.'),
    about: z.string().describe('What it does.'),
    wants: z.string().describe('Which values are valid.'),
    range: z.object({ least: z.number(), most: z.number() }).optional().describe('The bounds of a number.'),
    value: z.union([z.boolean(), z.number(), z.string()]).describe('The current value.'),
    source: z
      .enum(['default', 'environment', 'saved'])
      .describe('`environment`: set when the server started. `saved`: set by an administrator.'),
    saved_by: z
      .object({ id: z.string(), username: z.string() })
      .nullable()
      .describe('The user who saved it, if known.'),
    saved_at: z.number().describe('Time of saving, in milliseconds since 1970. 0 if it was never saved.'),
  })
  .meta({ id: 'Setting' })
export type SettingObject = z.infer<typeof SettingObject>
