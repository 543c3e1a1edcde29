import type { AuditTarget } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../client/api.js'

/** Filters of the audit log, as in the URL. Times are milliseconds since 1970. */
export type AuditSearch = {
  user?: string
  target?: AuditTarget
  target_id?: string
  from?: number
  to?: number
}

const entriesPerPage = 50

/** Audit entries, newest first, in pages. */
export const auditQuery = (narrowing: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', narrowing],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.listAudit({ query: { ...narrowing, cursor, limit: entriesPerPage }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
    staleTime: 0,
  })

/** Returns the URL of the same entries as a file. */
export function auditFile(narrowing: AuditSearch, format: 'csv' | 'jsonl'): string {
  const given = Object.entries({ ...narrowing, format }).map(([name, value]) => [name, String(value)])
  return `/api/v3/admin/audit/export?${new URLSearchParams(given)}`
}
