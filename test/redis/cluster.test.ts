import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { assertRedisSupported, saveRedis } from '@posthorn/queue'
import { freePort } from '@posthorn/standalone/services'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { spawnProcess, startWithOps } from '../support/processes.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld } from '../support/world.js'
import { connect, startServer } from './servers.js'

const refusal = 'Redis Cluster is not supported. Name a single Redis or its Sentinels in REDIS_URL'

/** Starts a cluster of one server, to which all slots belong, or none yet. */
async function startCluster(slots: 'all' | 'none') {
  const server = await startServer({ 'cluster-enabled': 'yes', 'cluster-port': String(await freePort()) })
  if (slots === 'all') {
    const redis = await connect(server.url)
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await eventually(async () => expect(await redis.call('CLUSTER', 'INFO')).toContain('cluster_state:ok'))
  }
  return server
}

describe.each(['all', 'none'] as const)('with a cluster that has %s of the slots', slots => {
  test.each(['ingress', 'worker', 'api'] as const)('refuses to start the %s, in one line', async role => {
    const [{ url }, { databaseUrl }] = await Promise.all([
      startCluster(slots),
      startWorld({ workerLater: true }),
    ])
    const child = spawnProcess(role, { DATABASE_URL: databaseUrl, REDIS_URL: url })
    const [lines, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')])
    expect({ code, output: lines.join('') }).toEqual({ code: 1, output: `redis: ${refusal}\n` })
  })
})

test('refuses to back up a cluster, whose server has only a part of the keys, and to restore into one', async () => {
  const { url } = await startCluster('all')
  await expect(buffer(saveRedis(url))).rejects.toThrow(refusal)
  await expect(assertRedisSupported(url)).rejects.toThrow(refusal)
})

test.each(['ingress', 'worker', 'api'] as const)(
  'reports in /readyz of the running %s that its Redis became a cluster',
  async role => {
    const [single, cluster, { databaseUrl }] = await Promise.all([
      startServer(),
      startCluster('all'),
      startWorld({ workerLater: true }),
    ])
    const proxy = await startProxy(single.url)
    const { untilReady, readiness } = await startWithOps(role, {
      DATABASE_URL: databaseUrl,
      REDIS_URL: proxy.url,
    })
    await untilReady()
    proxy.redirect(cluster.url)
    const where = role === 'api' ? 'warnings' : 'reasons'
    await eventually(async () => expect((await readiness())[where]).toContain(`redis: ${refusal}`))
  },
)
