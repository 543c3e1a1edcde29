import { maxPageSize } from '@posthorn/contract'

/**
 * Checks whether the address asks for a page longer than the limit. Such a call is rejected: a client that got fewer
 * items than requested, and continued after its own limit, would miss those in between.
 */
export function isPageTooLong(params: unknown): boolean {
  const { limit = 0 } = params as { limit?: number }
  return limit > maxPageSize
}
