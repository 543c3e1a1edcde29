import { createHash } from 'node:crypto'
import type { RefusalWords } from '@posthorn/server'
import type { FastifyReply } from 'fastify'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}'

/** Nothing but its own style. */
const safety = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/** Tells a user why an app cannot be let in. Nothing of what was sent stands on it, and no link leads where the app wished. */
export function sendErrorPage(reply: FastifyReply, { status, message, id }: RefusalWords): FastifyReply {
  const page = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>The app cannot be let in</title><style>${style}</style></head>`,
    `<body><main><h1>The app cannot be let in</h1><p>${message}</p>`,
    `<p>Go back to it, or tell who runs it: <code>${id}</code></p></main></body></html>`,
  ]
  return reply.code(status).headers(safety).type('text/html; charset=utf-8').send(page.join('\n'))
}
