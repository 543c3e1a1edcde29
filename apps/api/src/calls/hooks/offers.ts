import { calls, hookOfferDays, maxFoundHooksPerPage, type OfferedHook } from '@posthorn/contract'
import { htmlVersion, renderMarkdown, timeOf } from '@posthorn/core'
import {
  directChannels,
  directName,
  endOffer,
  type FoundHook,
  findChannels,
  findHook,
  findTeamName,
  findUser,
  isTeamMember,
  type ManagedHook,
  type NewPost,
  offerHook,
  searchHooks,
  acceptHook as storeAccepted,
  systemUserId,
  type User,
  writePost,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { payerOf } from '../../http/callers/caller.js'
import { isTeamAdmin } from '../../http/rights/rights.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { answerChanged, authorizeAdministration } from './administer.js'
import { hookBounds, mayPointAt } from './authorize.js'
import { logChange } from './log-change.js'
import { searchOf } from './search.js'

export const transferHook = serve(calls.transferHook, async context => {
  const { deps, caller, teamId, body } = context
  const hook = await authorizeAdministration(deps, caller.user, { teamId, id: body.id })
  if (hook instanceof Refused) return hook
  const heir = await findUser(deps.db, body.user_id)
  if (!heir) return refused('no_such_user')
  if (heir.id === hook.userId) return refused('bad_parameter', 'This user already owns the webhook.')
  const reason = await whyNotOwner(deps, heir, hook)
  if (reason) return refused(reason)
  if (hook.disabledAt > 0) return refused('hook_disabled')
  if (hook.offer) return refused('hook_offered') // not counted
  const standing = await deps.offerLimit(`${payerOf(caller.session).userId}:${heir.id}`)
  if (!standing) return refused('cannot_count')
  if (!standing.admitted) return refused('hook_offers_per_day')
  const isOffered = await offerHook(deps.db, hook.id, { to: heir.id, by: caller.user.id })
  if (!isOffered) return refused('hook_offered')
  await notifyOfOffer(deps, { teamId, heir, by: caller.user })
  return answerChanged(context, await findHook(deps.db, hook.id), 'hook offered')
})

/** Returns why a hook cannot be transferred to a user, or undefined. */
async function whyNotOwner({ db }: ApiDeps, heir: User, { teamId, channelId }: ManagedHook) {
  const isOfTeam = await isTeamMember(db, heir.id, { id: teamId })
  if (heir.deleteAt > 0 || !isOfTeam) return 'no_hook_creator'
  const channel = (await findChannels(db, [channelId])).get(channelId)
  return channel && (await mayPointAt({ db }, heir, channel)) ? undefined : 'no_hook_reader'
}

type Answering = Context<typeof calls.acceptHook | typeof calls.declineHook | typeof calls.withdrawHookOffer>

/** Returns a hook of the team in the path that has an offer. */
async function findOffered({ deps, teamId, body }: Answering) {
  const hook = await findHook(deps.db, body.id)
  if (!hook) return refused('no_hook_here')
  if (hook.teamId !== teamId) return refused('hook_of_other_team')
  return hook.offer ? { ...hook, offer: hook.offer } : refused('no_hook_offer')
}

export const acceptHook = serve(calls.acceptHook, async context => {
  const { deps, caller } = context
  const hook = await findOffered(context)
  if (hook instanceof Refused) return hook
  if (hook.offer.to.id !== caller.user.id) return refused('no_hook_offer')
  const reason = await whyNotOwner(deps, caller.user, hook)
  if (reason) return refused(reason)
  const accepting = { id: hook.id, userId: caller.user.id, nowMs: deps.nowMs() }
  const accepted = await storeAccepted(deps.db, accepting, hookBounds(deps))
  if (accepted !== 'accepted') return refused(accepted)
  return answerChanged(context, await findHook(deps.db, hook.id), 'hook transferred')
})

export const declineHook = serve(calls.declineHook, async context => {
  const { deps, caller } = context
  const hook = await findOffered(context)
  if (hook instanceof Refused) return hook
  if (!(await endOffer(deps.db, hook.id, caller.user.id))) return refused('no_hook_offer')
  logChange(context, 'hook offer declined', hook)
  return { id: hook.id }
})

export const withdrawHookOffer = serve(calls.withdrawHookOffer, async context => {
  const { deps, caller, teamId } = context
  const hook = await findOffered(context)
  if (hook instanceof Refused) return hook
  const isTheirs = hook.offer.by.id === caller.user.id
  if (!isTheirs && !(await isTeamAdmin(deps.db, caller.user, teamId))) return refused('no_permission_api')
  if (!(await endOffer(deps.db, hook.id))) return refused('no_hook_offer')
  return answerChanged(context, await findHook(deps.db, hook.id), 'hook offer withdrawn')
})

const everyHook = { search: '', only: '', sort: '', cursor: '' } as const

export const listHookOffers = serve(calls.listHookOffers, async ({ deps, caller: { user }, teamId }) => {
  const wanted = searchOf(deps, user, { ...everyHook, limit: maxFoundHooksPerPage })
  const { hooks } = await searchHooks(deps.db, { ...wanted, teamId, offeredTo: user.id })
  return hooks.flatMap(offeredHook)
})

function offeredHook({ offer, channel, creator, ...hook }: FoundHook): OfferedHook[] {
  if (!offer) return [] // it has expired meanwhile
  return [
    {
      id: hook.id,
      team_id: hook.teamId,
      display_name: hook.displayName,
      description: hook.description,
      channel_locked: hook.locked,
      channel: { id: hook.channelId, name: channel.name, display_name: channel.displayName },
      creator: { id: hook.userId, username: creator.username },
      by: offer.by,
      expires_at: offer.expiresAt,
    },
  ]
}

type Offering = { teamId: string; heir: User; by: User }

/**
 * Notifies a user of an offered hook in a direct message that mentions them. It has no text that the hook's creator
 * chose, because the system account sends it.
 */
async function notifyOfOffer(deps: ApiDeps, { teamId, heir, by }: Offering): Promise<void> {
  const { db, nowMs, baseUrl, live } = deps
  const pair = { userId: systemUserId, otherId: heir.id }
  const channel = (await directChannels(db, [pair], nowMs())).get(directName(pair))
  if (!channel) return
  const team = (await findTeamName(db, teamId)) ?? teamId
  const message = textOf({ by, page: `/${team}/integrations/incoming` }, baseUrl)
  const post = systemPost(channel.id, message)
  await writePost(db, post, { mentioned: [heir.id], as: 'event' })
  live.posted([post.id])
}

function systemPost(channelId: string, message: string): NewPost {
  const id = newId()
  const text = { message, html: renderMarkdown(message), htmlVersion }
  const rest = { createAt: timeOf(id), userId: systemUserId, rootId: '', type: '', props: '{}' }
  return { id, channelId, ...text, ...rest }
}

function textOf({ by, page }: Pick<Offering, 'by'> & { page: string }, baseUrl?: string) {
  const place = baseUrl === undefined ? `\`${page}\`` : `[Incoming webhooks](${baseUrl}${page})`
  return [
    `@${by.username} offers you an incoming webhook.`,
    'If you accept it, anyone who has its URL can post with your permissions, in your name.',
    `Accept or decline it within ${hookOfferDays} days: ${place}.`,
  ].join('\n\n')
}
