import { z } from 'zod'

/** What a client remembers for its user, under a name within a category. */
export const PreferenceObject = z.object({
  user_id: z.string(),
  category: z.string(),
  name: z.string(),
  value: z.string(),
})
export type PreferenceObject = z.infer<typeof PreferenceObject>
