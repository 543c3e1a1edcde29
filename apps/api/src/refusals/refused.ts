import type { RefusalName } from '@posthorn/contract'
import type { RateLimitStatus } from '@posthorn/server'

/**
 * What a call answers instead of its answer: a row of the table of refusals, and what more is to be said. A class, because
 * answers are objects too, some with an `outcome` of their own.
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

/** What is answered instead where a hook was called more often than its rate allows. */
export class OverRate {
  constructor(readonly status: RateLimitStatus) {}
}
