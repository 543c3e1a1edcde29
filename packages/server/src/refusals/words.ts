/**
 * An error response as the caller sees it. The ids are those of the reference server, which clients match on. The messages
 * are ours. `retryAfterSeconds` is set if retrying can help.
 */
export type RefusalWords = { status: number; id: string; message: string; retryAfterSeconds?: number }

/** Further fields of an error response, for clients made for another server. */
export type RefusalDetails = { more?: Record<string, unknown> }
