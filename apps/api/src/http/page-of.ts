import { maxPageSize } from '@posthorn/contract'

/** Where a page of a list begins and how long it is. Whoever asks for more than the longest one gets that. */
export function pageOf({ offset, limit }: { offset: number; limit: number }): [number, number] {
  return [offset, Math.min(limit, maxPageSize)]
}
