import { ErrorObject } from '../objects/error.js'
import { type RefusalName, refusalIds } from '../refusals.js'

/** What an error says beyond its status and message; what its answer did not say is empty. */
export type ErrorWords = {
  /** What programs go by. Empty where no API answered: nobody, a proxy, or the rate limit's plain text. */
  id?: string
  /** What exactly is wrong, for whoever made the call. */
  detailedError?: string
  /** Finds the call in the server's log. */
  requestId?: string
  /** After how many seconds the call may go better. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/**
 * Why a call has no answer. `status` is that of HTTP, and 0 where nobody answered; `message` is for people. What a
 * caller's own signal ends is no ApiError, but the signal's reason.
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

  /** Whether this is that refusal. Some share their id, as the reference server's do, and are told apart by nothing. */
  is(refusal: RefusalName): boolean {
    return this.id === refusalIds[refusal]
  }
}

/** The error that an answer is, whose text was read already. */
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

/** Empty where it is none: a proxy answers with a page, the rate limit with plain text. */
function errorObject(text: string): Partial<ErrorObject> {
  try {
    return ErrorObject.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

function usualMessage(status: number): string {
  if (status === 429) return 'Too many calls in a short time.'
  return status < 400
    ? 'What answered is not this API: a proxy, or another address.'
    : `The server answered with status ${status}.`
}
