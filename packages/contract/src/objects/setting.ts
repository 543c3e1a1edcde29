import { z } from 'zod'

/** What administrators decide, and where its value comes from. */
export const SettingObject = z.object({
  name: z.string(),
  group: z.string().describe('Where it is in the config.'),
  about: z.string().describe('What it does.'),
  wants: z.string().describe('Which values it may have, in words.'),
  value: z.union([z.boolean(), z.number(), z.string()]).describe('As it is in force.'),
  source: z
    .enum(['default', 'environment', 'saved'])
    .describe('`environment`: the server was started with it; `saved`: somebody chose it here.'),
  saved_by: z
    .object({ id: z.string(), username: z.string() })
    .nullable()
    .describe('Who chose it, where that is known.'),
  saved_at: z.number().describe('When, in milliseconds since 1970; 0 where nobody did.'),
})
export type SettingObject = z.infer<typeof SettingObject>
