export type { Redis } from 'ioredis'
export {
  connectFailingFast,
  connectWaiting,
  redisReady,
  redisTrouble,
  type WaitingOptions,
} from './connection.js'
export { type Consumer, type ConsumerOptions, consume, type Work } from './consumer.js'
export { Delivery, defaultPrefix, queueName } from './delivery.js'
export { durabilityGaps } from './durability.js'
export type { Kept } from './group-commit.js'
export { type Limiter, openLimiter, type Standing } from './limits.js'
export { openProducer, type Producer } from './producer.js'
