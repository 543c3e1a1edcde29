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
export { AccountOverview, AccountPage, FirstPassword, ImportedRow, ImportedUsers } from './objects/account.js'
export { AppObject, AppOverview, Authorization, AuthorizedApp } from './objects/app.js'
export { AuditEntryObject, AuditPage } from './objects/audit.js'
export { ChannelMemberObject, ChannelObject } from './objects/channel.js'
export { Config, Ok, ok } from './objects/config.js'
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
} from './objects/delivery.js'
export { ErrorObject } from './objects/error.js'
export { HookObject, OfferedHook } from './objects/hook.js'
export { HookInTeam, HookInTeamPage, HookOverview, HookOverviewPage } from './objects/hook-overview.js'
export { LimitedCallers } from './objects/limited-callers.js'
export { PipelineFigures, PipelineHealth, PipelineProblem, ProcessList } from './objects/pipeline.js'
export { PostList, PostObject } from './objects/post.js'
export { PreferenceObject } from './objects/preference.js'
export { RefusedCalls } from './objects/refused-calls.js'
export { SessionObject } from './objects/session.js'
export { SettingObject } from './objects/setting.js'
export { TeamObject, TeamOverview, TeamOverviewPage } from './objects/team.js'
export { TeamMemberObject } from './objects/team-member.js'
export { Preview, SentPayload } from './objects/trial.js'
export { UserMap, UserObject } from './objects/user.js'
export { UserAuditObject } from './objects/user-audit.js'
export { Id, inPath, Name, params, RepairedText, Text, Timestamp, WholeNumber } from './parameters.js'
export { type RefusalName, refusalIds } from './refusals.js'
export { type Scope, scopes, scopeWords } from './scopes.js'
