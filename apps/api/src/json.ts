import { z } from 'zod'
import type { ApiServer } from './deps.js'

/** Every body is read as JSON, whatever its content type says (spec 0.3). What is not JSON is no body. */
export function readJson(app: ApiServer): void {
  app.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type'] // one that is not well formed would be refused before its body is read
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    done(null, jsonOf(body)),
  )
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // the call's schema says what a missing body means
  }
}

/** Postgres has no NUL in a text, so a value that holds one is as good as a wrong type. */
const value = z
  .string()
  .regex(/^[^\0]*$/)
  .nullable()
  .transform(text => text ?? '')

/** A map of strings: any other value in it, or no JSON, makes the whole map empty (spec 0.3). */
export const JsonMap = z.record(z.string(), value).catch({})
