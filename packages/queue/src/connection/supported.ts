import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'
import { redisTrouble, whenTried } from './connection.js'

const oldestMajor = 7

/** A script over two keys, as Posthorn's own are. A Redis that spreads keys over servers refuses it, because their slots differ. */
export const slotProbe = ['EVAL', 'return 1', '2', `${defaultPrefix}:a`, `${defaultPrefix}:b`] as const

const spreadKeys = /^(CROSSSLOT|MOVED|ASK|CLUSTERDOWN)\b/

/** Describes why Posthorn cannot use a Redis that replied to `slotProbe` with this error. */
export function clusterTrouble(message: string): string | undefined {
  return spreadKeys.test(message)
    ? 'Redis Cluster is not supported. Name a single Redis or its Sentinels in REDIS_URL'
    : undefined
}

/**
 * Describes why this Redis can never be used: it is a cluster, or too old. Undefined if it can, or while it is away. Waits for
 * the end of the first attempt to connect.
 */
export async function redisUnsupported(redis: Redis): Promise<string | undefined> {
  await whenTried(redis)
  if (redis.status !== 'ready') return undefined
  const [command, ...values] = slotProbe
  const [spread, old] = await Promise.all([
    redis.call(command, values).then(
      () => undefined,
      (error: Error) => clusterTrouble(error.message),
    ),
    redis.info('server').then(versionTrouble, () => undefined), // an ACL may deny INFO
  ])
  return spread ?? old
}

/** Valkey also names a version of Redis here, with whose clients it works. */
function versionTrouble(info: string): string | undefined {
  const [, version, major] = /^redis_version:((\d+)\S*)/m.exec(info) ?? []
  return Number(major) < oldestMajor
    ? `Redis ${version} is not supported. Use Redis ${oldestMajor}.0 or later`
    : undefined
}

/** For `/readyz`: asks, because the connection to a silent Redis looks unchanged. */
export async function redisPing(redis: Redis): Promise<string | undefined> {
  return (
    redisTrouble(redis) ??
    redis.ping().then(
      () => redisUnsupported(redis),
      () => 'no answer',
    )
  )
}
