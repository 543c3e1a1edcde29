import {
  ChannelMemberObject,
  ChannelObject,
  Config,
  DeliveryObject,
  DeliveryPage,
  HookObject,
  Ok,
  PostList,
  PostObject,
  SessionObject,
  TeamMemberObject,
  TeamObject,
  UserObject,
  WholeDelivery,
} from '@posthorn/contract'
import { z } from 'zod'

/** What every refusal but 429 answers: docs/behaviour.md, errors. */
export const ErrorObject = z.object({
  id: z.string().describe('What programs go by; it never changes.'),
  message: z.string().describe('What people read.'),
  detailed_error: z.string(),
  request_id: z.string(),
  status_code: z.int(),
})

const named: Record<string, z.ZodType> = {
  Error: ErrorObject,
  Channel: ChannelObject,
  ChannelMember: ChannelMemberObject,
  Config,
  Delivery: DeliveryObject,
  DeliveryPage,
  Hook: HookObject,
  Ok,
  Post: PostObject,
  PostList,
  Session: SessionObject,
  Team: TeamObject,
  TeamMember: TeamMemberObject,
  User: UserObject,
  WholeDelivery,
}

/** Generated clients call the objects by these names. */
for (const [id, schema] of Object.entries(named)) schema.register(z.globalRegistry, { id })
