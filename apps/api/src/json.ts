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

/** Postgres stores neither a NUL nor half a surrogate pair, so a text that holds one is as good as a wrong type. */
export const Text = z.string().regex(/^[^\0\p{Cs}]*$/u, 'wants text without NUL and unpaired surrogates')

const value = Text.nullable().transform(text => text ?? '')

/** A map of strings: any other value in it, or no JSON, makes the whole map empty (spec 0.3). */
export const JsonMap = z.record(z.string(), value).catch({})

export const TextMap = z.record(Text, Text)

/** Spec 5.3: what a call answers that has nothing to tell. */
export const Ok = z.object({ status: z.literal('OK') })
export const ok = { status: 'OK' } as const
