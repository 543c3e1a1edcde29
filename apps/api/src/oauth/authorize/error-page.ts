import { createHash } from 'node:crypto'
import type { RefusalWords } from '@posthorn/server'
import type { FastifyReply } from 'fastify'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}'

/** Allows only its own style. */
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

/**
 * Returns the page that explains why an app cannot be authorized. It repeats nothing of the request and has no link
 * to the app.
 */
export function sendErrorPage(reply: FastifyReply, { status, message, id }: RefusalWords): FastifyReply {
  const page = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>This app cannot be authorized</title><style>${style}</style></head>`,
    `<body><main><h1>This app cannot be authorized</h1><p>${message}</p>`,
    `<p>Go back to the app, or report this error to its developer: <code>${id}</code></p></main></body></html>`,
  ]
  return reply.code(status).headers(safety).type('text/html; charset=utf-8').send(page.join('\n'))
}
