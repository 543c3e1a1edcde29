import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { eventually } from '../support/eventually.js'
import { openTransaction } from '../support/open-transaction.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld } from '../support/world.js'

const dayMs = 86_400_000
const count = 100_000

/** Starts a world with posts of the last 100 days in one channel, which stores them for 10. */
async function start() {
  const world = await startWorld({ workerLater: true })
  const { db, prefix, databaseUrl, redisUrl } = world
  const { id: channelId, creatorId: userId } = await world.channelNamed('builds')
  const [fromMs, toMs] = [Date.now() - 100 * dayMs, Date.now() - dayMs]
  await fillPosts(db, { posts: count, channelIds: [channelId], userId, fromMs, toMs })
  await db.channel.update({ where: { id: channelId }, data: { postDays: 10, totalMsgCount: count } })
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, PREFIX: prefix }
  return { ...world, startWorker: () => startWorkerProcess(env, 'fragile') }
}

/** Kills a worker that has deleted about half of the posts. */
async function killInMiddle({ db, databaseUrl, startWorker }: Awaited<ReturnType<typeof start>>) {
  const [middle] = await db.post.findMany({ orderBy: { id: 'asc' }, skip: count / 2, take: 1 })
  const blocking = await openTransaction(databaseUrl)
  await blocking.query('SELECT 1 FROM posts WHERE id = $1 FOR UPDATE', [middle?.id])
  const killed = await startWorker()
  await blocking.waiting(1)
  process.kill(killed.pid, 'SIGKILL')
  await killed.exited
  expect(Math.abs((await db.post.count()) - count / 2)).toBeLessThan(1000)
  await blocking.commit()
}

test('deletes the old posts of a big channel while deliveries are posted, and continues after a kill', async () => {
  const world = await start()
  const { db, startWorker, send, messages } = world
  await killInMiddle(world)
  await startWorker()
  await send({ text: 'meanwhile' })
  await eventually(async () => expect(await messages('town-square')).toEqual(['meanwhile']))
  const doneAt = async () => Number((await db.retentionProgress.findFirst())?.doneAt)
  await eventually(async () => expect(await doneAt()).toBeGreaterThan(0), 300_000)
  expect(Math.abs((await db.post.count()) - count / 11)).toBeLessThan(count / 100)
  expect(await messages('town-square')).toEqual(['meanwhile'])
})
