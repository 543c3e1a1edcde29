import { checkNesting, type NestingLimits } from '@posthorn/core'
import type { ApiServer } from '../../deps.js'

/** The deepest that a call reads is a post's props (at most 50 in the post), and the longest has 3800 values. */
const limits: NestingLimits = { scanFromLength: 1024, maxValues: 5000, maxNesting: 100 }

/** A body that would take too long to parse; the message says what is wrong with it. */
export class TooNestedBody extends Error {}

/** Every body is read as JSON, whatever its content type says. What is not JSON is no body. */
export function readJson(app: ApiServer): void {
  app.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type'] // one that is not well formed would be refused before its body is read
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) => {
    const tooNested = checkNesting(body, limits)
    if (tooNested === undefined) done(null, jsonOf(body))
    else done(new TooNestedBody(`The body is refused unread: ${tooNested}.`))
  })
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // the call's schema says what a missing body means
  }
}
