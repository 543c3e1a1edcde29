import { connectFailingFast, redisReady } from '@posthorn/queue'
import { Queue } from 'bullmq'
import { fastify } from 'fastify'

/** The plain way to use BullMQ: one `queue.add` per request. */
const [, , port, redisUrl = ''] = process.argv
const redis = connectFailingFast(redisUrl)
await redisReady(redis, 10_000)
const queue = new Queue('plain', { connection: redis })
const app = fastify()
app.post('/hooks/:key', async (request, reply) => {
  await queue.add('delivery', request.body, { removeOnComplete: true })
  return reply.type('text/plain').send('ok')
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
