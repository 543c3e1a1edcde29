import { auditTargets } from '@posthorn/contract'
import type { AuditSearch } from '../data/admin/audit.js'

const msIn = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

/** Reads the filters from the URL and drops invalid ones. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { user, target_id } = search
  const target = auditTargets.find(one => one === search.target)
  const [from, to] = [msIn(search.from), msIn(search.to)]
  return {
    ...(user !== undefined && user !== '' && { user: String(user) }),
    ...(target !== undefined && { target }),
    ...(target_id !== undefined && target_id !== '' && { target_id: String(target_id) }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
