import { z } from 'zod'

/** A user. Optional keys are absent if they are false, 0 or empty, and if other users request the object. */
export const UserObject = z
  .object({
    id: z.string(),
    create_at: z.number(),
    update_at: z.number(),
    delete_at: z.number(),
    username: z.string(),
    auth_data: z.literal(''),
    auth_service: z.literal(''),
    email: z.string(),
    email_verified: z.literal(true).optional(),
    nickname: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    position: z.string(),
    roles: z.string(),
    props: z.record(z.string(), z.string()).optional(),
    notify_props: z.record(z.string(), z.string()).optional(),
    last_password_update: z.number().optional(),
    locale: z.string(),
    must_change_password: z
      .literal(true)
      .optional()
      .describe('Whether all other calls are rejected until the password is changed.'),
    is_bot: z.literal(true).optional().describe('Whether this is an app’s bot, which cannot log in.'),
  })
  .meta({ id: 'User' })
export type UserObject = z.infer<typeof UserObject>

/** Users by their IDs. */
export const UserMap = z.record(z.string(), UserObject)
