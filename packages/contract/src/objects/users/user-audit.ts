import { z } from 'zod'

/** A user's action, in the reference server's fields. */
export const UserAuditObject = z
  .object({
    id: z.string(),
    create_at: z.number(),
    user_id: z.string(),
    action: z.string().describe('The call’s operationId.'),
    extra_info: z.string().describe('Type and ID of the changed object.'),
    ip_address: z.string(),
    session_id: z.literal('').describe('Always empty: sessions are not recorded.'),
  })
  .meta({ id: 'UserAudit' })
export type UserAuditObject = z.infer<typeof UserAuditObject>
