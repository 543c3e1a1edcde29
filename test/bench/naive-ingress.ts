import { Queue } from 'bullmq'
import { fastify } from 'fastify'

/** The naive pipeline's first half: each call is one job. */
const { PORT, REDIS_URL = '' } = process.env
const queue = new Queue('naive', { connection: { url: REDIS_URL } })
const body = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } }
const app = fastify()

app.post('/hooks/:key', { schema: { body } }, async (request, reply) => {
  await queue.add('delivery', request.body, { removeOnComplete: true })
  return reply.type('text/plain').send('ok')
})

await queue.waitUntilReady()
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
