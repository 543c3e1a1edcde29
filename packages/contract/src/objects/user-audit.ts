import { z } from 'zod'

/** What a user did, in the reference's fields. */
export const UserAuditObject = z.object({
  id: z.string(),
  create_at: z.number(),
  user_id: z.string(),
  action: z.string().describe('The call’s operationId.'),
  extra_info: z.string().describe('What it was done to, with its id.'),
  ip_address: z.string(),
  session_id: z.literal('').describe('It is not kept by which session.'),
})
export type UserAuditObject = z.infer<typeof UserAuditObject>
