import type { RefusalName } from '@posthorn/contract'
import type { RateLimitStatus } from '@posthorn/server'

/**
 * A call's refusal: a row of the table, with an optional detail. A class, because answers are objects too, some with an
 * `outcome` of their own.
 */
export class Refused<Name extends RefusalName = RefusalName> {
  constructor(
    readonly refusal: Name,
    readonly detail = '',
  ) {}
}

export function refused<Name extends RefusalName>(refusal: Name, detail = ''): Refused<Name> {
  return new Refused(refusal, detail)
}

/** The answer to a call of a hook that exceeds its rate limit. */
export class OverRate {
  constructor(readonly status: RateLimitStatus) {}
}
