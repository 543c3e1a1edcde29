import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import { escapeHtml } from '@posthorn/core'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { isConsolePath, isWord } from './console-paths.js'

/** The built files of apps/console, relative to this file, whether or not they exist. */
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

/** Paths of others, below which no team has its screens (validate-team.ts). */
const notScreens = /^\/(?:(?:api|assets|hooks|livez|readyz|metrics|oauth)(?:\/|$)|services\/T[A-Z0-9]+\/)/

/**
 * Checks whether a request is for a screen, so that everything else gets an error instead of a page. A single word may be a
 * team's name, but programs ask for words such as /health, and only browsers want a page.
 */
function isForScreen({ url, headers: { accept = '' } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?', 1)
  if (notScreens.test(path) || !isConsolePath(path)) return false
  return !isWord(path) || accept.includes('text/html')
}

/** Serves the console's files, and its page for every screen. */
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
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz'],
      setHeaders: setCaching(folder),
    })
    app.get('/*', async (request, reply) => {
      if (!isForScreen(request)) return reply.callNotFound()
      reply.headers({ etag: page.etag, 'cache-control': 'no-cache', vary: 'Accept' })
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
      return sendHtml(reply, page)
    })
  }
}

type Page = { html: Buffer; etag: string }

/** Read once, like the list of files next to it, so that repeated requests cost no disk access. */
function readPage(folder: string): Page | undefined {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const html = readFileSync(file)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url')}"` }
}

function sendHtml(reply: FastifyReply, { html }: Page): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html)
}

/**
 * Sends the console's page for an address that is not itself a screen; 404 if the console was not built. The page names
 * the app that sent the user, so that the login can say what it is for.
 */
export async function sendConsolePage(
  reply: FastifyReply,
  folder: string | undefined,
  app: string,
): Promise<FastifyReply> {
  const page = folder === undefined ? undefined : readPage(folder)
  if (page === undefined) return reply.callNotFound() as unknown as FastifyReply
  const named = `<head><meta name="authorizing-app" content="${escapeHtml(app)}">`
  const html = Buffer.from(page.html.toString().replace('<head>', () => named))
  return sendHtml(reply.headers(safety), { ...page, html })
}

/**
 * Built assets have their digest in their name; everything else is revalidated each time. A cache between must not send a
 * compressed file to a client that accepts none.
 */
function setCaching(folder: string) {
  const assets = join(folder, 'assets')
  return (reply: { setHeader: (name: string, value: string) => unknown }, path: string) => {
    const forGood = path.startsWith(assets)
    reply.setHeader('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.setHeader('vary', 'Accept-Encoding')
  }
}
