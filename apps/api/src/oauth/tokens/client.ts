import { Id } from '@posthorn/contract'
import { type App, type Db, findAppToAuthenticate } from '@posthorn/db'
import type { FastifyRequest } from 'fastify'
import type { Form, OAuthProblem } from './forms.js'

/** The response to an app with wrong credentials. */
export const unknownClient: OAuthProblem = {
  status: 401,
  error: 'invalid_client',
  description: 'The client id and its secret do not belong together.',
}

/** Returns the app that makes this call, by Basic or by the form; a public app sends only its id. */
export async function clientOf(db: Db, { headers }: FastifyRequest, form: Form): Promise<App | undefined> {
  const [id, secret] = basicOf(headers.authorization) ?? [form.client_id ?? '', form.client_secret ?? '']
  return Id.safeParse(id).success ? findAppToAuthenticate(db, id, secret) : undefined
}

function basicOf(header = ''): [id: string, secret: string] | undefined {
  const [, encoded] = /^basic +([a-z0-9+/]+=*)$/i.exec(header) ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return [id, secret.join(':')]
}
