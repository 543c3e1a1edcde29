import { checkNesting, type NestingLimits } from '@posthorn/core'
import type { ApiServer } from '../../deps.js'

/** The deepest value that a call reads is a post's props (at most 50 levels), and the longest has 3,800 values. */
const limits: NestingLimits = {
  scanFromLength: 1024,
  maxValues: 5000,
  maxNesting: 100,
  maxShapes: 5000,
}

/** A body that would take too long to parse; the message describes the problem. */
export class TooNestedBody extends Error {}

/** A body that is not JSON. `why` is for the caller, and repeats nothing of the body, which may have a password. */
export class NotJson {
  constructor(readonly why: string) {}
}

/**
 * Reads every body as JSON, whatever its content type. Anything else becomes `NotJson`. Calls that take parts read
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
  if (body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch (error) {
    return new NotJson(whyNotJson(body, String(error)))
  }
}

const notJson = 'The body is not valid JSON'

function whyNotJson(body: string, message: string): string {
  if (/^[\w.%+-]+=/.test(body)) return 'The body is a form. Send JSON.'
  const at = /at position (\d+)/.exec(message)?.[1]
  if (message.includes('end of JSON') || Number(at) >= body.length) return `${notJson}: it ends too early.`
  return at === undefined ? `${notJson}.` : `${notJson} at character ${Number(at) + 1}.`
}
