import {
  AppObject,
  ChannelMemberObject,
  ChannelObject,
  Config,
  DeliveryObject,
  DeliveryPage,
  ErrorObject,
  HookObject,
  LimitedCallers,
  Ok,
  PostList,
  PostObject,
  SessionObject,
  SettingObject,
  TeamMemberObject,
  TeamObject,
  UserObject,
  WholeDelivery,
} from '@posthorn/contract'
import { z } from 'zod'

const named: Record<string, z.ZodType> = {
  Error: ErrorObject,
  App: AppObject,
  Channel: ChannelObject,
  ChannelMember: ChannelMemberObject,
  Config,
  Delivery: DeliveryObject,
  DeliveryPage,
  Hook: HookObject,
  LimitedCallers,
  Ok,
  Post: PostObject,
  PostList,
  Session: SessionObject,
  Setting: SettingObject,
  Team: TeamObject,
  TeamMember: TeamMemberObject,
  User: UserObject,
  WholeDelivery,
}

/** Generated clients call the objects by these names. */
for (const [id, schema] of Object.entries(named)) schema.register(z.globalRegistry, { id })
