import { hash } from 'node:crypto'
import { calls, exportUserData as exportCall, maxNamedOwned } from '@posthorn/contract'
import { idLength } from '@posthorn/core'
import { findUser, type Owned, ownedBy, systemUserId } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { mayManage } from '../../objects/profiles.js'
import { refused } from '../../refusals/refused.js'

export const exportUserData = serve(exportCall, async ({ deps, caller, params }) => {
  if (!mayManage(caller.user, params.user)) return refused('no_permission_api')
  const user = await findUser(deps.db, params.user)
  if (!user) return refused('no_such_user')
  return deps.exports.ofUser({ callerId: caller.user.id, name: `user-${user.username}` }, user.id)
})

export const eraseUser = serve(calls.eraseUser, async ({ deps, params, body }) => {
  const user = await findUser(deps.db, params.user)
  if (!user) return refused('no_such_user')
  if (user.isBot || user.id === systemUserId) return refused('bot_stays')
  if (body.username !== user.username) return refused('other_username')
  if (user.deleteAt === 0) return refused('still_active')
  const owned = body.delete_owned ? [] : await ownedBy(deps.db, user.id, maxNamedOwned)
  if (owned.length > 0) return refused('owns_webhooks', inWords(owned))
  const erasure = erasureIdOf(user.id)
  const begun = await deps.erasures.begin(erasure, {
    kind: 'user',
    userId: user.id,
    deletesOwned: body.delete_owned,
    keepsWebhookPosts: body.webhook_posts === 'keep',
  })
  return begun.outcome === 'away' ? refused('cannot_erase') : { erasure }
})

export const getErasure = serve(calls.getErasure, ({ deps, params }) =>
  erasureProgress(deps, params.erasure, 'user'),
)

/** The same for the same user, so that a repeated call finds the running erasure. */
function erasureIdOf(userId: string): string {
  return hash('sha256', `erase user ${userId}`, 'hex').slice(0, idLength)
}

const inWords = (owned: Owned[]) =>
  owned
    .map(({ kind, id, name }) => `${kind === 'hook' ? 'webhook' : 'application'} ${name} (${id})`)
    .join(', ')

/** Returns the progress of an erasure of a user, or of this hook. */
export async function erasureProgress({ erasures }: ApiDeps, id: string, of: 'user' | { hookId: string }) {
  const found = await erasures.progress(id)
  if (found.outcome === 'away') return refused('cannot_erase')
  if (found.outcome === 'unknown') return refused('no_such_erasure')
  const { what, status, step, erased } = found.progress
  const isTheirs = what.kind === 'user' ? of === 'user' : of !== 'user' && of.hookId === what.hookId
  return isTheirs ? { status, step, erased } : refused('no_such_erasure')
}
