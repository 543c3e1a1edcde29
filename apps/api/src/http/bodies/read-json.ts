import { checkNesting, type NestingLimits } from '@posthorn/core'
import type { ApiServer } from '../../deps.js'

/** The deepest value that a call reads is a post's props (at most 50 levels), and the longest has 3,800 values. */
const limits: NestingLimits = { scanFromLength: 1024, maxValues: 5000, maxNesting: 100 }

/** A body that would take too long to parse; the message describes the problem. */
export class TooNestedBody extends Error {}

/**
 * Reads every body as JSON, whatever its content type. Anything else counts as no body. Calls that take parts read
 * them themselves.
 */
export function readJson(app: ApiServer): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!routeOptions.config.call?.parts) delete raw.headers['content-type'] // a malformed one would be rejected before its body is read
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) => {
    const tooNested = checkNesting(body, limits)
    if (tooNested === undefined) done(null, jsonOf(body))
    else done(new TooNestedBody(`The body was not parsed: ${tooNested}.`))
  })
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // the call's schema decides what a missing body means
  }
}
