import { idsBetween } from '@posthorn/db'
import { openReplays } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { wideBounds } from '../support/bounds.js'
import { eventually } from '../support/eventually.js'
import { addRejected } from '../support/rejected.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld } from '../support/world.js'

const count = 3000

test('continues a replay of thousands without duplicates after its worker is killed', async () => {
  const world = await startWorld({ workerLater: true })
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: world.redisUrl, PREFIX: world.prefix }
  // its maintenance is taken over soon after its death
  const startWorker = () => startWorkerProcess(env, 'fragile')
  const hook = await world.db.hook.findFirstOrThrow()
  const texts = Array.from({ length: count }, (_, index) => `number ${index} ${'and **more** '.repeat(50)}`)
  const ids = await addRejected(world.db, hook, texts)

  const replays = openReplays(world.redis, { prefix: world.prefix, ...wideBounds })
  onTestFinished(() => replays.close())
  const replay = newId()
  const { first: after, end } = idsBetween(0, Date.now())
  const range = { fromMs: 0, toMs: 0, after, end, outcome: 'rejected', text: '' } as const
  await replays.replayAll(replay, { hookId: hook.id, ...range, total: count })
  const progress = async () => {
    const found = await replays.progress(replay)
    return found.outcome === 'found' ? found.progress : expect.fail('the replay is unknown')
  }
  let kills = 0
  for (const until of [1, 1000, 2000]) {
    const worker = await startWorker()
    await eventually(async () => expect((await progress()).done).toBeGreaterThanOrEqual(until))
    process.kill(worker.pid, 'SIGKILL')
    await worker.exited
    if ((await progress()).status !== 'done') kills++
  }
  expect(kills).toBeGreaterThan(0) // it was killed in the middle of the replay
  await startWorker()
  await eventually(
    async () => expect(await progress()).toMatchObject({ status: 'done', done: count }),
    60_000,
  )
  await eventually(async () => expect(await world.db.delivery.count()).toBe(2 * count))
  expect(await world.messages()).toEqual(texts)
  const again = await world.db.delivery.findMany({ where: { outcome: 'posted' }, orderBy: { id: 'asc' } })
  expect(again.map(({ replayOf }) => replayOf)).toEqual(ids)
})
