import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Service, startRedis } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'

const log = () => {}

/** Starts a Redis that this test may kill. `again` restarts it on the same port with its data. */
export async function startOwnRedis(): Promise<{ redis: Service; again: () => Promise<Service> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-redis-'))
  const port = await freePort()
  let running: Service
  const again = async () => {
    running = await startRedis({ dataDir, port, log })
    return running
  }
  const redis = await again()
  onTestFinished(async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { redis, again }
}
