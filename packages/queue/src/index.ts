export type { Redis } from 'ioredis'
export { type Backlog, watchBacklog } from './backlog/backlog.js'
export { type MaybeWaiting, mayWait } from './backlog/older-batches.js'
export { type Reading, readBacklog } from './backlog/read-backlog.js'
export { assertRedisSupported, restoreRedis } from './backup/restore-redis.js'
export { saveRedis } from './backup/save-redis.js'
export { outcomesFor, publish, type Subscription, subscribe } from './bus/bus.js'
export { announceChange, type Changed, cacheNews } from './bus/cache-news.js'
export { type ErasedNews, LiveEvent, LiveNews, liveNews, newsOfErased } from './bus/live-events.js'
export { type OutcomeWait, type OutcomeWaiters, openOutcomeWaiters } from './bus/outcome-waiters.js'
export { openPresence } from './bus/presence.js'
export type { EraseWhat, Erasure } from './chores.js'
export {
  connectFailingFast,
  connectWaiting,
  redisLost,
  redisReady,
  redisTimeMs,
  redisTrouble,
} from './connection/connection.js'
export { durabilityGaps, durabilityTrouble } from './connection/durability.js'

export { replicaTrouble, watchLosses } from './connection/replicas.js'
export { redisPing, redisUnsupported } from './connection/supported.js'
export { type ConsumerOptions, consume } from './deliveries/consumer.js'
export { Delivery, type OwnedHook } from './deliveries/delivery.js'
export type { Pause } from './deliveries/flood.js'
export { type Lane, laneOf } from './deliveries/lanes.js'
export { openProducer } from './deliveries/producer.js'
export type { Work } from './deliveries/run-batch.js'
export { type Entered, type Entering, type Entry, openEntry, whyNotStored } from './entry/entry.js'
export { isIdempotencyKey, type LookupIdempotencyKey, openIdempotency } from './entry/idempotency.js'
export { type Erasures, openErasures } from './erasures/erasures.js'
export type { FigureCounter } from './figures/figure-counter.js'
export { readMinutes, rollUpMinutes } from './figures/read-figures.js'
export { type CountedCaller, readLimitedCallers } from './limited-callers/counted-callers.js'
export * from './limited-callers/limited-callers.js'
export { forgetLogins, loginAddresses } from './limits/known-addresses.js'
export { type Limiter, openChangingLimiter, openLimiter, unknownKeyRate } from './limits/limits.js'
export { type Attempt, type LoginAttempts, openLoginAttempts } from './limits/login-attempts.js'
export { callCost, openHookRate } from './limits/rates.js'
export type { Admission } from './limits/window.js'
export * from './maintenance/maintenance-worker.js'
export { defaultPrefix, floodName, queueName } from './names.js'
export { perTurn } from './per-turn.js'
export { listProcesses, type Processes } from './processes/list-processes.js'
export type { ProcessInfo } from './processes/process-info.js'
export { openProcessReport } from './processes/process-report.js'
export { keptRefusals, openRefusedCalls, refusedCallsKeptDays } from './refused-calls/refused-calls.js'
export { type RefusedHistory, readRefusedCalls } from './refused-calls/refused-history.js'
export {
  forgetRefusedCalls,
  keptSamples,
  maxSampledHooks,
  openRefusedSamples,
  type RefusedSamples,
} from './refused-calls/samples.js'
export { type NotEntered, openReplays, type Replays } from './replays/replays.js'
export { openUploadTickets, type UploadTicket, type UploadTickets } from './uploads/upload-tickets.js'
export { withTimeout } from './with-timeout.js'
