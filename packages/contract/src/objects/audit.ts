import { z } from 'zod'
import { auditTargets } from '../audit.js'

const state = z.record(z.string(), z.unknown()).nullable()

/** A change that somebody made. */
export const AuditEntryObject = z.object({
  id: z.string(),
  create_at: z.number(),
  action: z.string().describe('The call’s operationId.'),
  done: z
    .boolean()
    .describe(
      'False where the server ended before the call did: it is not known whether the change was made.',
    ),
  user: z
    .object({ id: z.string(), username: z.string() })
    .nullable()
    .describe('Who made it; null where nobody was logged in.'),
  app_id: z.string().describe('The app whose token it was made with, or empty.'),
  address: z.string().describe('Where the call came from.'),
  request_id: z.string(),
  target: z.object({
    type: z.enum(auditTargets),
    id: z.string(),
    name: z.string().describe('As it was called then.'),
  }),
  before: state.describe('What differed, as it was before; null for what is new.'),
  after: state.describe('What differs, as it was afterwards; null for what is gone.'),
})
export type AuditEntryObject = z.infer<typeof AuditEntryObject>

export const AuditPage = z.object({
  entries: z.array(AuditEntryObject),
  next: z.string().describe('The cursor of the page after this one, or empty.'),
})
export type AuditPage = z.infer<typeof AuditPage>
