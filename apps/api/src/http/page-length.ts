import { maxPageSize } from '@posthorn/contract'

/**
 * Whether the address asks for a longer page of a list than there is. It is refused: who got less than was asked for, and
 * went on behind that limit, would miss what lies between.
 */
export function isPageTooLong(params: unknown): boolean {
  const { limit = 0 } = params as { limit?: number }
  return limit > maxPageSize
}
