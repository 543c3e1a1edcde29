import { openDb } from '@posthorn/db'
import { newId } from '@posthorn/server'

/**
 * The plain way to write posts: one Prisma `create` each, as many at once as a worker has connections. Sends how many
 * it writes in a second.
 */
const [, , count = '0', run = ''] = process.argv
const db = openDb(process.env.DATABASE_URL ?? '')
const { id: channelId, creatorId: userId } = await db.channel.findFirstOrThrow({
  where: { name: 'town-square' },
})
const connections = 5
let left = Number(count)

async function create(): Promise<void> {
  const nowMs = Date.now()
  const message = `Build **${run}/${left}** of \`main\` passed in 4m 12s. See <https://ci.example.org/builds/42> and the rest of it below.`
  const post = { id: newId(), createAt: nowMs, updateAt: nowMs, userId, channelId, message }
  await db.post.create({ data: { ...post, html: `<p>${message}</p>\n`, htmlVersion: 1, props: {} } })
}

await create() // connected and compiled
const began = performance.now()
const created = Number(count)
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (left-- > 0) await create()
  }),
)
const rate = created / ((performance.now() - began) / 1000)
await db.$disconnect()
process.send?.(rate)
process.disconnect()
