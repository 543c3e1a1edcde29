import type { AuditEntryObject } from '@posthorn/contract'
import type { AuditPlace, ListedAuditEntry } from '@posthorn/db'

export function auditEntryObject(entry: ListedAuditEntry, place?: AuditPlace): AuditEntryObject {
  const { userId, username, targetType, targetId, targetName } = entry
  return {
    id: entry.id,
    create_at: entry.createAt,
    action: entry.action,
    done: entry.isDone,
    user: userId === '' ? null : { id: userId, username },
    app_id: entry.appId,
    address: entry.address,
    request_id: entry.requestId,
    target: {
      type: targetType as AuditEntryObject['target']['type'],
      id: targetId,
      name: targetName,
      ...(place && { place }),
    },
    before: entry.before,
    after: entry.after,
  }
}
