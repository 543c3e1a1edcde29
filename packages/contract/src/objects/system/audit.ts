import { z } from 'zod'
import { auditTargets } from '../../audit.js'

const state = z.record(z.string(), z.unknown()).nullable()

/** A change made through the API. */
export const AuditEntryObject = z.object({
  id: z.string(),
  create_at: z.number(),
  action: z.string().describe('The call’s operationId.'),
  done: z
    .boolean()
    .describe(
      'False if the server stopped before the call finished. The change may or may not have been made.',
    ),
  user: z
    .object({ id: z.string(), username: z.string() })
    .nullable()
    .describe('The user who made the change. Null without a session.'),
  app_id: z.string().describe('The app whose token was used, or empty.'),
  address: z.string().describe('Network address of the caller.'),
  request_id: z.string(),
  target: z.object({
    type: z.enum(auditTargets),
    id: z.string(),
    name: z.string().describe('Name at the time of the change.'),
    place: z
      .object({ team: z.string(), channel: z.string() })
      .optional()
      .describe(
        'Current URL names, if this is a live webhook (`channel` is empty), or a live channel that the caller can open. ' +
          'Absent from files.',
      ),
  }),
  before: state.describe('Changed fields before the change. Null if the object is new.'),
  after: state.describe('Changed fields after the change. Null if the object was deleted.'),
})
export type AuditEntryObject = z.infer<typeof AuditEntryObject>

export const AuditPage = z.object({
  entries: z.array(AuditEntryObject),
  next: z.string().describe('Cursor of the next page, or empty.'),
})
export type AuditPage = z.infer<typeof AuditPage>
