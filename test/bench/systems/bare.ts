import { fastify } from 'fastify'

/** What a bare Fastify route can do at most: read the same JSON, say `ok`. */
const app = fastify()
app.post('/hooks/:key', (request, reply) => {
  const { text } = request.body as { text: string }
  reply.type('text/plain').send(text.length > 0 ? 'ok' : 'no')
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
