import { type Db, saveMailMinutes } from '@posthorn/db'
import { discardRest, type SecretBox } from '@posthorn/server'
import type { FastifyInstance, FastifyReply } from 'fastify'

const path = '/mail/unsubscribe'
/** What a token is for, so that no other sealed secret is one. */
const purpose = 'unsubscribe'
const maxTokenChars = 200

/** Returns the address that ends a user's e-mails without a login. Only this server can make its token. */
export function unsubscribeUrl(box: SecretBox, userId: string, baseUrl: string): string {
  return `${baseUrl}${path}?token=${encodeURIComponent(box.seal(userId, purpose) ?? '')}`
}

const safety = {
  'content-security-policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const pages = {
  ask: '<p>Unsubscribe from e-mails about mentions?</p><form method="post"><button>Unsubscribe</button></form>',
  done: '<p>You won’t get any more e-mails about mentions. You can turn them back on in your account.</p>',
  invalid: '<p>This link is no longer valid. Log in to change your notifications.</p>',
}

/** Not a call of the API. */
const hidden = { schema: { hide: true } }

type Asked = { Querystring: { token?: string | string[] } }

/**
 * The page behind an e-mail's unsubscribe link. A GET only asks, because mail scanners follow links. A POST unsubscribes, also
 * that of a mail program (RFC 8058), whose body is ignored.
 */
export function unsubscribeRoutes(
  app: FastifyInstance,
  { db, secretBox }: { db: Db; secretBox: SecretBox },
): void {
  const userIn = ({ token }: Asked['Querystring']) =>
    typeof token === 'string' && token.length <= maxTokenChars ? secretBox.open(token, purpose) : undefined
  app.register(async scope => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers(safety).type('text/html; charset=utf-8')
    })
    scope.get<Asked>(path, hidden, async ({ query }, reply) => {
      const isValid = userIn(query) !== undefined
      return reply.code(isValid ? 200 : 404).send(page(isValid ? 'ask' : 'invalid'))
    })
    const unsubscribe = async (query: Asked['Querystring'], reply: FastifyReply) => {
      discardRest(reply)
      const userId = userIn(query)
      if (userId === undefined) return reply.code(404).send(page('invalid'))
      await saveMailMinutes(db, userId, 0)
      return reply.send(page('done'))
    }
    scope.post<Asked>(
      path,
      { ...hidden, preParsing: async ({ query }, reply) => unsubscribe(query, reply) },
      async () => {}, // `preParsing` has responded, without waiting for the body
    )
  })
}

function page(name: keyof typeof pages): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Posthorn</title>'
  return `<!doctype html><html lang="en"><head>${head}</head><body><h1>E-mails from Posthorn</h1>${pages[name]}</body></html>`
}
