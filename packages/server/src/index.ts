export type { Rate } from '@posthorn/core'
export * from './bodies/body-budget.js'
export { type BodyRules, largeFromBytes, readBody, type Unread } from './bodies/read-body.js'
export { bodySizeWords, sizeWords } from './bodies/size-words.js'
export { addressKey } from './http/address-key.js'
export { buildApp } from './http/app.js'
export {
  callerIdsIn,
  callerLines,
  callerRequestId,
  loggedIds,
  readCallerLines,
  senderLines,
} from './http/caller-ids.js'
export { preflight, showToPages } from './http/cors.js'
export { discardRest } from './http/discard-rest.js'
export { nameHook, type StoredDelivery, setDeliveryHeaders } from './http/hook-headers.js'
export { inviteBody } from './http/invite-body.js'
export { sendRefusal } from './http/send-refusal.js'
export { markCounted, openStrangers, type Strangers } from './http/strangers.js'
export * from './http/too-many-requests.js'
export { ownUpgrades } from './http/upgrades.js'
export { makeIds, newId, newSecret } from './ids.js'
export { registerBacklog } from './ops/backlog-metrics.js'
export { callCounter, registerPoolMetrics } from './ops/call-metrics.js'
export { type ClockWatch, openClockWatch } from './ops/clock-watch.js'
export {
  callLog,
  countHookCall,
  type HookCallCounts,
  type HookCaller,
  registerHookCalls,
} from './ops/hook-calls.js'
export { type Metrics, openMetrics, type ProcessFigures, textOfAll } from './ops/metrics.js'
export { type Ops, openOps } from './ops/ops.js'
export {
  isOutboundUrl,
  type OutboundAnswer,
  type OutboundRules,
  postOut,
} from './outbound/post-out.js'
export { bucketOf } from './process/bucket-env.js'
export { type Closable, closeOnSignal } from './process/close.js'
export { type FilesEnv, fileVariables, pickVariables, readEnv, variables } from './process/env.js'
export { loadEnvFile } from './process/env-file.js'
export { type Log, openLog } from './process/log.js'
export { reasonOf } from './process/redact.js'
export { runMain } from './process/run-main.js'
export { versionId } from './process/version.js'
export { commonRefusals } from './refusals/common-refusals.js'
export * from './refusals/hooks.js'
export type { RefusalWords } from './refusals/words.js'
export { runService } from './run-service.js'
export { isAddressRange, whyNotFrom } from './senders/address-ranges.js'
export { openSecretBox, type SecretBox } from './senders/secret-box.js'
export { whyNotSigned } from './senders/verify.js'
export { buildServer, listen, serverVariables } from './serve.js'
export { openTracing, tracingVariables } from './tracing/open-tracing.js'
export { traceCalls } from './tracing/trace-calls.js'
export type { Tracing } from './tracing/tracing.js'
export { type FairQueue, fairQueue, type Worked } from './turns/fair-queue.js'
export { openThread, serveThread, type Thread, ThreadTimeout, threadOf } from './turns/thread.js'
