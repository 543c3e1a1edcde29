import { connectWaiting, type Redis } from '@posthorn/queue'

/** Queries Redis over a temporary connection. */
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
