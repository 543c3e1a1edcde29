import { type Db, digest } from '@posthorn/db'
import { newId } from '@posthorn/server'

/** Adds a hook like the first one, of the same creator unless it names another. Returns its key. */
export async function addHook(db: Db, userId?: string): Promise<string> {
  const hook = await db.hook.findFirstOrThrow()
  const [id, key] = [newId(), newId()]
  await db.hook.create({ data: { ...hook, id, ...(userId && { userId }) } })
  await db.hookKey.create({ data: { digest: digest(key), hookId: id, createAt: 1 } })
  return key
}
