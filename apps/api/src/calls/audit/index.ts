import { exportAudit } from './export.js'
import { listAudit } from './list.js'

/** The audit log. */
export const auditCalls = [listAudit, exportAudit]
