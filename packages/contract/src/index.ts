export { type AbsentCall, absentCalls } from './absent-calls.js'
export { type Audit, type AuditSource, type AuditTarget, auditTargets } from './audit.js'
export { type Allow, type Call, defineCall, type InputOf, type OutputOf, tags } from './call.js'
export { exportAudit } from './calls/audit/export.js'
export { calls } from './calls/index.js'
export { openLiveEvents } from './calls/live.js'
export { getUserImage } from './calls/users/image.js'
export { ApiError, type ErrorWords } from './client/api-error.js'
export { type Client, createClient } from './client/client.js'
export type { ClientOptions } from './client/send.js'
export * from './limits.js'
export { AppObject, AppOverview, Authorization, AuthorizedApp } from './objects/app.js'
export { ChannelMemberObject, ChannelObject } from './objects/channel.js'
export {
  DeliveredPost,
  DeliveryChannel,
  DeliveryCount,
  DeliveryObject,
  DeliveryPage,
  DeliveryPlace,
  Replay,
  Replayed,
  ReplayProgress,
  WholeDelivery,
} from './objects/hooks/delivery.js'
export { HookObject, OfferedHook } from './objects/hooks/hook.js'
export { HookInTeam, HookInTeamPage, HookOverview, HookOverviewPage } from './objects/hooks/hook-overview.js'
export { RefusedCalls } from './objects/hooks/refused-calls.js'
export { Preview, SentPayload } from './objects/hooks/trial.js'
export { PostList, PostObject } from './objects/post.js'
export { AuditEntryObject, AuditPage } from './objects/system/audit.js'
export { Config, Ok, ok } from './objects/system/config.js'
export { ErrorObject } from './objects/system/error.js'
export { LimitedCallers } from './objects/system/limited-callers.js'
export { PipelineFigures, PipelineHealth, PipelineProblem, ProcessList } from './objects/system/pipeline.js'
export { SettingObject } from './objects/system/setting.js'
export { TeamObject, TeamOverview, TeamOverviewPage } from './objects/teams/team.js'
export { TeamMemberObject } from './objects/teams/team-member.js'
export {
  AccountOverview,
  AccountPage,
  FirstPassword,
  ImportedRow,
  ImportedUsers,
} from './objects/users/account.js'
export { PreferenceObject } from './objects/users/preference.js'
export { SessionObject } from './objects/users/session.js'
export { UserMap, UserObject } from './objects/users/user.js'
export { UserAuditObject } from './objects/users/user-audit.js'
export { Id, inPath, Name, params, RepairedText, Text, Timestamp, WholeNumber } from './parameters.js'
export { type RefusalName, refusalIds } from './refusals.js'
export { type Scope, scopes, scopeWords } from './scopes.js'
