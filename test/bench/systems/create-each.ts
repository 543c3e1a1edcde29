import { openDb } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { payload } from '../load/payload.js'

/**
 * Writes posts the plain way, by one Prisma `create` each, with a number of them at once. Reports how many it wrote per
 * second.
 */
const [atOnce, seconds] = [Number(process.env.AT_ONCE), Number(process.env.SECONDS)]
const warmUpMs = 500
const db = openDb(process.env.DATABASE_URL ?? '')
const { id: channelId, creatorId: userId } = await db.channel.findFirstOrThrow({
  where: { name: 'town-square' },
})

async function create(number: number): Promise<void> {
  const nowMs = Date.now()
  const { text: message } = payload('created', number)
  const post = { id: newId(), createAt: nowMs, updateAt: nowMs, userId, channelId, message }
  await db.post.create({ data: { ...post, html: `<p>${message}</p>\n`, htmlVersion: 1, props: {} } })
}

/** Resolves to the number of posts written. */
async function createFor(ms: number): Promise<number> {
  let created = 0
  const endsAt = performance.now() + ms
  const one = async () => {
    while (performance.now() < endsAt) {
      await create(created)
      created++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return created
}

await createFor(warmUpMs) // connects and compiles
const beganAt = performance.now()
const created = await createFor(seconds * 1000)
process.send?.(created / ((performance.now() - beganAt) / 1000))
