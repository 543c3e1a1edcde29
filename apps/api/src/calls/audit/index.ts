import { exportAudit } from './export.js'
import { listAudit } from './list.js'

/** Who changed what. */
export const auditCalls = [listAudit, exportAudit]
