import { openErasures } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openTransaction } from '../support/open-transaction.js'
import { userRow } from '../support/user-row.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld } from '../support/world.js'

/** Two thirds of them are the user’s. */
const count = 150_000
const erasedWithinMs = 300_000

/** Starts a world with a user who wrote two of three posts, an open transaction that holds the last one, and an erasure. */
async function startErasure() {
  const world = await startWorld({ workerLater: true })
  const { db, prefix, databaseUrl } = world
  const user = await db.user.create({ data: { ...userRow('leaver'), deleteAt: 1 } })
  await db.$executeRaw`
    INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version)
    SELECT 'p' || lpad(n::text, 25, '0'), 1, 1, CASE n % 3 WHEN 0 THEN 'another' ELSE ${user.id} END, 'c', 'text', '', 1
    FROM generate_series(1, ${count}) n`
  const blocking = await openTransaction(databaseUrl)
  await blocking.query("SELECT 1 FROM posts WHERE id = 'p' || lpad($1, 25, '0') FOR UPDATE", [
    String(count - 1),
  ])
  const erasures = openErasures(world.redis, prefix)
  onTestFinished(() => erasures.close())
  const id = newId()
  await erasures.begin(id, { kind: 'user', userId: user.id, deletesOwned: false, keepsWebhookPosts: true })
  const progress = async () => {
    const found = await erasures.progress(id)
    return found.outcome === 'found' ? found.progress : expect.fail('the erasure is unknown')
  }
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: world.redisUrl, PREFIX: prefix }
  const startWorker = () => startWorkerProcess(env, 'fragile')
  return { db, blocking, progress, startWorker, userId: user.id }
}

test(
  'continues an erasure of 100,000 posts after its worker is killed',
  async () => {
    const { db, blocking, progress, startWorker, userId } = await startErasure()
    const killed = await startWorker()
    await blocking.waiting(1)
    process.kill(killed.pid, 'SIGKILL')
    await killed.exited
    const left = await db.post.count({ where: { userId } })
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan((count * 2) / 3)
    await blocking.commit()
    await startWorker()
    await eventually(
      async () => expect(await progress()).toMatchObject({ status: 'done', stopped: '' }),
      erasedWithinMs,
    )
    expect(await db.post.count({ where: { userId } })).toBe(0)
    expect(await db.post.count({ where: { userId: 'another' } })).toBe(count / 3)
    expect(await db.user.findUnique({ where: { id: userId } })).toBeNull()
  },
  2 * erasedWithinMs,
)
