/**
 * An error response as the caller sees it. The ids are those of the reference server, which clients match on. The messages
 * are ours. `retryAfterSeconds` is set if retrying can help.
 */
export type RefusalWords = { status: number; id: string; message: string; retryAfterSeconds?: number }
