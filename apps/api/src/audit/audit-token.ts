import { timeOf } from '@posthorn/core'
import { auditSnapshot, saveAuditEntry } from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'

type TokenChange = { action: 'giveToken' | 'revokeToken'; userId: string; appId: string }

/** Records that an app received or revoked a token for a user, which happens outside the API's calls. */
export async function auditToken(
  { db }: ApiDeps,
  request: FastifyRequest,
  { action, userId, appId }: TokenChange,
): Promise<void> {
  const app = await auditSnapshot(db, 'app', appId)
  const id = newId()
  await saveAuditEntry(db, {
    id,
    createAt: timeOf(id),
    userId,
    appId,
    address: request.ip,
    requestId: request.id,
    action,
    targetType: 'app',
    targetId: appId,
    targetName: app?.name ?? '',
    isDone: true,
    before: null,
    after: null,
  })
}
