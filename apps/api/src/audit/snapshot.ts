import type { Audit } from '@posthorn/contract'
import { type AuditSnapshot, auditSnapshot, readSettings } from '@posthorn/db'
import { settingsIn } from '../calls/system/config-object.js'
import type { ApiDeps } from '../deps.js'

type Wanted = { target: Audit['target']; id: string; body: unknown }

/**
 * Returns the current state of a call's target. For settings, only those in the body, because others may change the
 * rest meanwhile.
 */
export async function snapshotOf(
  { db, firstSettings }: ApiDeps,
  { target, id, body }: Wanted,
): Promise<AuditSnapshot | undefined> {
  if (target !== 'settings') return auditSnapshot(db, target, id)
  const inForce = await readSettings(db, firstSettings)
  const named = Object.keys(settingsIn(body as Record<string, unknown>).settings)
  const state = Object.fromEntries(Object.entries(inForce).filter(([name]) => named.includes(name)))
  return { name: '', state }
}
