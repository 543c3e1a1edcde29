import { z } from 'zod'

/** A value that a client stores for its user, under a category and a name. */
export const PreferenceObject = z
  .object({
    user_id: z.string(),
    category: z.string(),
    name: z.string(),
    value: z.string(),
  })
  .meta({ id: 'Preference' })
export type PreferenceObject = z.infer<typeof PreferenceObject>
