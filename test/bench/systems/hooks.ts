import { createHook, type Db, firstRun } from '@posthorn/db'
import { newId } from '@posthorn/server'

const keys = { off: 'benchbenchbenchbenchbench1', confirm: 'benchbenchbenchbenchbench2' }

/** The URLs of a hook that responds at once, and of one that waits for the outcome. */
export type Keys = typeof keys

/** Fills an empty database like the first start, with one more hook. */
export async function makeHooks(db: Db): Promise<Keys> {
  const passwordHashes = { admin: '-', user: '-' }
  const nowMs = Date.now()
  await firstRun(db, { nowMs, newId, hookKey: keys.off, passwordHashes, hookConfirm: false }, async () => {})
  const { userId, channelId, teamId } = await db.hook.findFirstOrThrow()
  const choices = { displayName: 'CI', description: '', confirm: true, locked: false, format: '' }
  const hook = { id: newId(), createAt: nowMs, userId, channelId, teamId, ...choices }
  await createHook(db, hook, keys.confirm)
  return keys
}
