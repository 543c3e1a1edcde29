import { createHook, type Db, firstRun } from '@posthorn/db'
import { newId } from '@posthorn/server'

const keys = { off: 'benchbenchbenchbenchbench1', confirm: 'benchbenchbenchbenchbench2' }

/** Of a hook that answers at once, and of one that holds its answers until the outcome. */
export type Keys = typeof keys

/** Fills an empty database as the first start does, with one hook more. */
export async function makeHooks(db: Db): Promise<Keys> {
  const passwordHashes = { admin: '-', user: '-' }
  const nowMs = Date.now()
  await firstRun(db, { nowMs, newId, hookKey: keys.off, passwordHashes, hookConfirm: false }, async () => {})
  const { userId, channelId, teamId } = await db.hook.findFirstOrThrow()
  const choices = { displayName: 'CI', description: '', confirm: true, locked: false }
  const hook = { id: newId(), createAt: nowMs, userId, channelId, teamId, ...choices }
  await createHook(db, hook, keys.confirm)
  return keys
}
