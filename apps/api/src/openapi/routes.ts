import swaggerUi from '@fastify/swagger-ui'
import { calls } from '@posthorn/contract'
import type { ApiServer } from '../deps.js'

/** The page uses and contacts only this server. */
const safety = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'", // the page sets styles of elements
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The same for every server of this process. */
let document: string | undefined

/** GET /openapi.json, and GET /docs, a page to try the API. Both are public. */
export async function documentRoutes(app: ApiServer): Promise<void> {
  const { route, answer } = calls.getDocument
  const options = { schema: { response: { 200: answer } }, config: { call: calls.getDocument } }
  /** Built once, which takes some tenths of a second, as soon as the server listens, so that no call waits for it. */
  const build = () => {
    document ??= JSON.stringify(app.swagger())
    return document
  }
  const serializerCompiler = () => build
  app.addHook('onListen', async () => void build())
  app.get(route.replace('GET ', ''), { ...options, serializerCompiler }, async () => ({}))

  await app.register(async docs => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.headers(safety)
    })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: app.prefix,
      validatorUrl: false, // it would send the document elsewhere
      uiConfig: { layout: 'BaseLayout' },
      theme: { title: 'Posthorn API v3' },
    })
  })
}
