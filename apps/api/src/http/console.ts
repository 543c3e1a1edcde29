import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'

/** Where apps/console has its built files, seen from here, built or not. */
export const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Images may come from anywhere over https, because messages show them; scripts only from here. */
const safety = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: https:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/**
 * Paths that are never a screen of the console, so that a mistyped call is told so instead of answered with a page; nor is
 * a file at the top. Further down dots may be in names of channels and users. No team has such a name (validate-team.ts).
 */
const notScreens = /^\/+(?:(?:api|assets|hooks|livez|readyz|metrics|oauth)(?:\/|$)|[^/]*\.)/

/** The console: its files, and its page under every path that can be one of its screens. */
export function consoleRoutes(folder: string): FastifyPluginAsync {
  return async app => {
    const page = readPage(folder)
    if (page === undefined) return
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(safety)
    })
    await app.register(files, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      decorateReply: false,
      setHeaders: setCaching(folder),
    })
    app.get('/*', async (request, reply) => {
      const [path = ''] = request.url.split('?', 1)
      if (notScreens.test(path)) return reply.callNotFound()
      reply.headers({ etag: page.etag, 'cache-control': 'no-cache' })
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
      return sendHtml(reply, page)
    })
  }
}

type Page = { html: Buffer; etag: string }

/** Read once, as the list of the files beside it is: whoever asks for it over and over costs the disk nothing. */
function readPage(folder: string): Page | undefined {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const html = readFileSync(file)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url')}"` }
}

function sendHtml(reply: FastifyReply, { html }: Page): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html)
}

/** Sends the console's page for an address that is no screen by itself; 404 where the console was not built. */
export async function sendConsolePage(
  reply: FastifyReply,
  folder: string | undefined,
): Promise<FastifyReply> {
  const page = folder === undefined ? undefined : readPage(folder)
  if (page === undefined) return reply.callNotFound() as unknown as FastifyReply
  return sendHtml(reply.headers(safety), page)
}

/** Built assets have their digest in their name; anything else is asked for again each time. */
function setCaching(folder: string) {
  const assets = join(folder, 'assets')
  return (reply: { setHeader: (name: string, value: string) => unknown }, path: string) => {
    const forGood = path.startsWith(assets)
    reply.setHeader('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
  }
}
