import { connectWaiting, openReplays, runMaintenance } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { wideBounds } from '../support/bounds.js'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

const most = 1000

test('keeps the newest thousand finished replays for a week', async () => {
  const { redis, redisUrl, prefix } = await startWorld({ workerLater: true })
  const replays = openReplays(redis, { prefix, ...wideBounds })
  const waiting = connectWaiting(redisUrl)
  onTestFinished(async () => {
    await replays.close()
    waiting.disconnect()
  })
  const ids = Array.from({ length: most + 20 }, () => newId())
  const filter = { outcome: 'rejected', text: '' } as const
  const replay = { hookId: '', fromMs: 0, toMs: 0, after: '', end: '', ...filter, total: 0 }
  for (const id of ids) await replays.replayAll(id, replay)
  const doing = await runMaintenance(
    waiting,
    {
      erasePart: async erasure => erasure,
      nextPage: async () => ({ deliveries: [], lookedAtUpTo: undefined }),
      rotatePartitions: async () => ({}),
      indexWords: async () => ({}),
      deletePosts: async () => ({}),
      rollUpFigures: async () => ({}),
      threw: () => {},
    },
    { prefix, ...wideBounds },
  )
  onTestFinished(doing.close)
  const status = async (id: string) => {
    const found = await replays.progress(id)
    return found.outcome === 'found' ? found.progress.status : found.outcome
  }
  await eventually(async () => expect(await status(ids.at(-1) ?? '')).toBe('done'))
  // rotating partitions ran too
  expect(await redis.zcard(`${prefix}:chores:completed`)).toBeLessThanOrEqual(most + 1)
  expect(await status(ids[0] ?? '')).toBe('unknown')
})
