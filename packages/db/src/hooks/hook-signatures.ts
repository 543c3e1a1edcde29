import type { Db } from '../connection/open.js'
import { findHook, type HookSignature, type ManagedHook, noSignature, readSignature } from './manage-hooks.js'

/** A hook's secret as it is stored. */
export type SealedSecret = { sealed: string; setAt: number }

/** Returns the scheme and the encrypted secrets of a live hook. */
export async function findHookSecrets(
  db: Db,
  id: string,
): Promise<{ scheme: string | undefined; secrets: SealedSecret[] }> {
  const select = { signature: true, signatureSecrets: true }
  const row = await db.hook.findFirst({ where: { id, deleteAt: 0 }, select })
  const signature = row && readSignature(row.signature)
  const times = signature?.secretsSetAt ?? []
  const secrets = row?.signatureSecrets.map((sealed, index) => ({ sealed, setAt: times[index] ?? 0 }))
  return { scheme: signature?.scheme, secrets: secrets ?? [] }
}

type Change = { signature: HookSignature | null; secrets: string[] }

/**
 * Sets or removes a hook's signature. @returns undefined if the hook was deleted, or its secrets are no longer `before`
 */
export async function setHookSignature(
  db: Db,
  id: string,
  { change: { signature, secrets }, before, nowMs }: { change: Change; before: string[]; nowMs: number },
): Promise<ManagedHook | undefined> {
  const data =
    signature === null ? noSignature : { signature: JSON.stringify(signature), signatureSecrets: secrets }
  const { count } = await db.hook.updateMany({
    where: { id, deleteAt: 0, signatureSecrets: { equals: before } },
    data: { ...data, updateAt: nowMs },
  })
  return count === 0 ? undefined : findHook(db, id)
}

/** Hooks that are encrypted again at a time. */
const batchSize = 500

/**
 * Replaces secrets by what `reseal` returns, which is undefined for those that stay. A hook that changes meanwhile stays as
 * it is. @returns how many hooks changed
 */
export async function resealHookSecrets(
  db: Db,
  reseal: (sealed: string, hookId: string) => string | undefined,
): Promise<number> {
  let resealed = 0
  for (let after = ''; ; ) {
    const rows = await db.hook.findMany({
      where: { id: { gt: after }, signatureSecrets: { isEmpty: false } },
      select: { id: true, signatureSecrets: true },
      orderBy: { id: 'asc' },
      take: batchSize,
    })
    for (const { id, signatureSecrets } of rows) {
      const secrets = signatureSecrets.map(sealed => reseal(sealed, id) ?? sealed)
      if (secrets.every((sealed, index) => sealed === signatureSecrets[index])) continue
      const where = { id, signatureSecrets: { equals: signatureSecrets } }
      resealed += (await db.hook.updateMany({ where, data: { signatureSecrets: secrets } })).count
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return resealed
    after = last.id
  }
}
