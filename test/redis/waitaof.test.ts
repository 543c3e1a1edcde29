import { replicaTrouble } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { findNewer } from '../support/debian-13.js'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'
import { connect, startReplicated } from './servers.js'

/** Servers that have `WAITAOF`, and what they say about themselves. */
const servers = [
  ['Valkey 8', await findNewer('valkey-server'), /^valkey_version:8/m],
  ['Redis 8', await findNewer('redis-server'), /^redis_version:8/m],
] as const

/** Starts a server with one replica. */
async function start(found: Awaited<ReturnType<typeof findNewer>>) {
  if ('missing' in found) throw new Error(found.missing)
  const { primary, replicas, redis } = await startReplicated(1, { binary: found })
  const statistics = async (command: string) =>
    Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await redis.info('commandstats'))?.[1] ?? 0)
  const [replica] = replicas
  if (!replica) throw new Error('no replica')
  return { primary, replica: { pid: replica.pid, redis: await connect(replica.url) }, redis, statistics }
}

for (const [name, found, version] of servers) {
  const missing = 'missing' in found ? found.missing : undefined
  /** Says in the report why a test was skipped. */
  const why = missing === undefined ? '' : ` (skipped: ${missing})`

  test.skipIf(missing)(
    `on ${name}, ok means that a replica has the delivery on its disk, and does not take a second${why}`,
    async () => {
      const { primary, redis, statistics } = await start(found)
      expect(await redis.info('server')).toMatch(version)
      const { send, messages } = await startWorld({ redisUrl: primary.url, replicas: 1 })
      const texts = Array.from({ length: 20 }, (_, number) => `number ${number}`)
      const beganAt = performance.now()
      for (const text of texts.slice(0, 5)) expect(await (await send({ text })).text()).toBe('ok')
      expect(performance.now() - beganAt).toBeLessThan(4000)
      const answers = await Promise.all(texts.slice(5).map(text => send({ text })))
      for (const answer of answers) expect(await answer.text()).toBe('ok')
      const waits = await statistics('waitaof')
      expect(waits).toBeGreaterThan(0)
      expect(waits).toBeLessThan(texts.length) // deliveries of one write share a wait
      await eventually(async () => expect(new Set(await messages())).toEqual(new Set(texts)))
    },
  )

  test.skipIf(missing)(
    `on ${name}, a replica that hangs causes a 503 until it works again${why}`,
    async () => {
      const { primary, replica, redis } = await start(found)
      const { send } = await startWorld({ redisUrl: primary.url, replicas: 1 })
      expect(await replicaTrouble(redis, 1)).toBeUndefined()
      process.kill(replica.pid, 'SIGSTOP')
      const refused = await send({ text: 'unconfirmed' })
      expect(refused.status).toBe(503)
      expect(await refused.text()).toContain('no replica of the queue has confirmed it')
      process.kill(replica.pid, 'SIGCONT')
      await eventually(async () => expect(await (await send({ text: 'again' })).text()).toBe('ok'))
    },
  )

  test.skipIf(missing)(
    `on ${name}, a replica that does not write to disk confirms nothing${why}`,
    async () => {
      const { primary, replica, statistics } = await start(found)
      await replica.redis.config('SET', 'appendonly', 'no')
      const { send } = await startWorld({ redisUrl: primary.url, replicas: 1 })
      expect((await send({ text: 'in memory only' })).status).toBe(503)
      expect(await statistics('waitaof')).toBe(1)
    },
  )
}
