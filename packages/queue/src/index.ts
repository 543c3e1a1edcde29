export type { Redis } from 'ioredis'
export { type Backlog, watchBacklog } from './backlog.js'
export { announce, type Listening, listen, type Topic } from './bus.js'
export { openChangingLimiter } from './changing-limiter.js'
export { type ChoreOptions, type Chores, doChores } from './chore-worker.js'
export type { ReplayAll } from './chores.js'
export {
  connectFailingFast,
  connectWaiting,
  redisLost,
  redisPing,
  redisReady,
  redisTrouble,
} from './connection.js'
export { type Consumer, type ConsumerOptions, consume, type Work } from './consumer.js'
export { Delivery, defaultPrefix, floodName, type NewDelivery, queueName } from './delivery.js'
export { durabilityGaps } from './durability.js'
export type { Kept } from './group-commit.js'
export { type First, type FirstOf, isIdempotencyKey, openIdempotency } from './idempotency.js'
export { type Lane, laneOf } from './lanes.js'
export { type Limiter, openLimiter, type Standing } from './limits.js'
export { LiveEvent, LiveNews, liveNews } from './live.js'
export { type Attempt, type LoginAttempts, openLoginAttempts } from './login-attempts.js'
export { outcomesFor, Settled } from './outcomes.js'
export { openProducer, type Producer } from './producer.js'
export type { Reading } from './read-backlog.js'
export type { SentAgain } from './replay-all.js'
export { type Away, openReplays, type Progress, type Replays } from './replays.js'
export { within } from './within.js'
