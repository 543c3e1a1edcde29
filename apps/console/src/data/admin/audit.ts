import type { AuditTarget } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../client/api.js'

/** What narrows the audit, as an address has it. Times are in milliseconds since 1970. */
export type AuditNarrowing = {
  user?: string
  target?: AuditTarget
  target_id?: string
  from?: number
  to?: number
}

const entriesPerPage = 50

/** Who changed what, the newest first, page by page. */
export const auditQuery = (narrowing: AuditNarrowing) =>
  infiniteQueryOptions({
    queryKey: ['audit', narrowing],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.listAudit({ query: { ...narrowing, cursor, limit: entriesPerPage }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while one types
    staleTime: 0,
  })

/** Where the same entries are as a file. */
export function auditFile(narrowing: AuditNarrowing, format: 'csv' | 'jsonl'): string {
  const given = Object.entries({ ...narrowing, format }).map(([name, value]) => [name, String(value)])
  return `/api/v3/admin/audit/export?${new URLSearchParams(given)}`
}
