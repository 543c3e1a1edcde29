/**
 * A refusal as the caller sees it. The ids are the reference server's, which clients match on; the words are ours. What
 * may go better at another time says when, in its Retry-After.
 */
export type RefusalWords = { status: number; id: string; message: string; retryAfterSeconds?: number }
