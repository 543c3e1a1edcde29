import { z } from 'zod'

/** A text that a post has, or had. */
export const PostVersionObject = z
  .object({
    message: z.string(),
    html: z.string(),
    edit_at: z.number().describe('When the post got this text.'),
    delivery_id: z.string().describe('The delivery that made it. Empty if a person did.'),
  })
  .meta({ id: 'PostVersion' })
export type PostVersionObject = z.infer<typeof PostVersionObject>
