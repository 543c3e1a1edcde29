import swaggerUi from '@fastify/swagger-ui'
import { calls } from '@posthorn/contract'
import type { ApiDeps, ApiServer } from '../deps.js'
import { basePathOf } from './base-path.js'

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

/** The document by the server's path, on which alone it depends. */
const documents = new Map<string, string>()

/** GET /openapi.json, and GET /docs, a page to try the API. Both are public. */
export async function documentRoutes(app: ApiServer, { baseUrl }: ApiDeps): Promise<void> {
  const { route, answer } = calls.getDocument
  const options = { schema: { response: { 200: answer } }, config: { call: calls.getDocument } }
  /** Built once, which takes some tenths of a second, as soon as the server listens, so that no call waits for it. */
  const document = () => {
    const path = basePathOf(baseUrl)
    const text = documents.get(path) ?? JSON.stringify(app.swagger())
    documents.set(path, text)
    return text
  }
  const serializerCompiler = () => document
  app.addHook('onListen', async () => void document())
  app.get(route.replace('GET ', ''), { ...options, serializerCompiler }, async () => ({}))

  await app.register(async docs => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.headers(safety)
    })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: basePathOf(baseUrl) + app.prefix,
      validatorUrl: false, // it would send the document elsewhere
      uiConfig: { layout: 'BaseLayout' },
      theme: { title: 'Posthorn API v3' },
    })
  })
}
