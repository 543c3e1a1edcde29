import { connectWaiting, type Redis } from '@posthorn/queue'

/** Asks Redis something over a connection that is there for no longer. */
export async function withRedis<Answer>(
  url: string,
  ask: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const redis = connectWaiting(url)
  try {
    return await ask(redis)
  } finally {
    redis.disconnect()
  }
}
