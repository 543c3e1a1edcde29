import type { ErrorObject } from '../objects/system/error.js'
import { type RefusalName, refusalIds } from '../refusals.js'

/** Details of an error besides status and message. Fields that the response lacks are empty. */
export type ErrorWords = {
  /**
   * The error ID, for programs. Empty if the API did not respond: no connection, a proxy, or the rate limit's
   * plain text.
   */
  id?: string
  /** Details for developers. */
  detailedError?: string
  /** Finds the call in the server's log. */
  requestId?: string
  /** Seconds after which to retry. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/**
 * A failed call. `status` is the HTTP status, or 0 without a response. `message` is for people. If the caller's own
 * signal aborts the call, it rejects with the signal's reason instead of an ApiError.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly id: string
  readonly detailedError: string
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly status: number,
    message: string,
    { id = '', detailedError = '', requestId = '', retryAfterSeconds, cause }: ErrorWords = {},
  ) {
    super(message, { cause })
    this.id = id
    this.detailedError = detailedError
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }

  /**
   * Whether this is the given refusal. Refusals that share an ID, as on the reference server, are
   * indistinguishable.
   */
  is(refusal: RefusalName): boolean {
    return this.id === refusalIds[refusal]
  }
}

/** Makes an ApiError of a response and its text. */
export function errorIn({ status, headers }: Response, text: string): ApiError {
  const { id = '', message = usualMessage(status), detailed_error: detailedError = '' } = errorObject(text)
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return new ApiError(status, message, {
    id,
    detailedError,
    requestId: headers.get('x-request-id') ?? '',
    retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter,
  })
}

const errorTexts = ['id', 'message', 'detailed_error', 'request_id'] as const

/**
 * Returns an empty object if the text is no error object, as from a proxy or the rate limit. Checked without its schema,
 * because the console is built without schemas (apps/console/vite.config.ts).
 */
function errorObject(text: string): Partial<ErrorObject> {
  try {
    const read: Partial<ErrorObject> | null = JSON.parse(text)
    return errorTexts.every(name => typeof read?.[name] === 'string') ? (read ?? {}) : {}
  } catch {
    return {}
  }
}

function usualMessage(status: number): string {
  if (status === 429) return 'Too many requests. Wait and try again.'
  return status < 400
    ? 'The response did not come from this API. Check the address and any proxy.'
    : `The server responded with status ${status}.`
}
