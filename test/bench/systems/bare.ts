import { fastify } from 'fastify'

/** The upper limit of a bare Fastify route: reads the same JSON and responds `ok`. */
const app = fastify()
app.post('/hooks/:key', (request, reply) => {
  const { text } = request.body as { text: string }
  reply.type('text/plain').send(text.length > 0 ? 'ok' : 'no')
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
