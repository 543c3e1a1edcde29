import { hash } from 'node:crypto'
import {
  findDeadKey,
  findHooksByKey,
  findSession,
  type LiveSession,
  type OpenHook,
  type Team,
  teamsOf,
} from '@posthorn/db'
import {
  deadKeyDetails,
  type HookCaller,
  type HookRefusal,
  type HookRefused,
  type RateLimitStatus,
  type StoredDelivery,
  whyNotFrom,
} from '@posthorn/server'
import type { ApiDeps } from '../deps.js'
import { scopesOf } from '../http/callers/caller.js'
import { type SlackFailure, slackFailure } from './answers.js'
import { slackErrorOf } from './errors.js'

/** What a sender's deliveries have from its hook, or else from its user. `channelId` is empty for a user. */
type SendingHook = Pick<
  OpenHook['hook'],
  'id' | 'userId' | 'ownerId' | 'teamId' | 'channelId' | 'displayName' | 'keyMadeBy'
>

/** Who sends: a hook, or a user with a token. */
export type Sender = {
  hook: SendingHook
  /** Set for a user: the name, and whether it is a bot's. */
  user?: { name: string; isBot: boolean }
  /** The sender's rate with this call. */
  standing: RateLimitStatus | undefined
}

/** A sender before the call's team is known. `key`: the owner. `teams`: those of a user, by name. */
export type KnownSender = Sender & { key: string; teams?: Team[]; error?: never }

/** `scope`: what the method needs. `call`: receives the hook's id, once it is known. */
type Asked = { token: string; scope: string | undefined; call: HookCaller }

const isToken = /^[A-Za-z0-9]{1,64}$/

/**
 * Returns who a token stands for, and counts the call: the hook with this key, or the user of this app's token. Unknown tokens
 * count against the address.
 */
export async function findSender(deps: ApiDeps, asked: Asked): Promise<KnownSender | SlackFailure> {
  const found = await lookUp(deps, asked)
  if ('error' in found) return found
  const { trouble, ...sender } = found
  const entry = await deps.replays.entry()
  const { id: hookId, ownerId } = sender.hook
  const standing = 'hookRate' in entry ? await entry.hookRate.count({ hookId, ownerId }) : undefined
  if (standing?.admitted === false) return { error: 'ratelimited', standing }
  return trouble ? { ...trouble, standing } : { ...sender, standing }
}

/** `trouble`: why a known sender may not call. */
type Found = Omit<KnownSender, 'standing' | 'error'> & { trouble?: SlackFailure | undefined }

async function lookUp(deps: ApiDeps, { token, scope, call }: Asked): Promise<Found | SlackFailure> {
  const hook = isToken.test(token) ? await hookWithKey(deps, token) : undefined
  if (hook) {
    call.hookId = hook.id
    call.ownerId = hook.ownerId
    const refusal = whyNotOpen(deps, hook, call.address)
    if (!refusal) return { hook, key: hook.ownerId, trouble: signedOnly(hook) }
    const standing = await deps.strangers.count(call.address)
    return asSlackFailure(standing?.admitted === false ? { outcome: 'limited', standing } : refusal)
  }
  const session = isToken.test(token) ? await findSession(deps.db, token, deps.nowMs()) : undefined
  if (!session?.isOauth) return unknownToken(deps, token, call.address)
  const { id, username: name, isBot } = session.user
  const ownerId = (isBot && session.appOwnerId) || id
  const ofUser = { id, userId: id, ownerId, teamId: '', channelId: '', displayName: name, keyMadeBy: '' }
  const trouble = userTrouble(deps, session, scope)
  return { hook: ofUser, key: ownerId, user: { name, isBot }, trouble, teams: await teamsOf(deps.db, id) }
}

/** Returns the live hook that a key opens. */
export async function hookWithKey(
  { db, nowMs }: ApiDeps,
  key: string,
): Promise<OpenHook['hook'] | undefined> {
  const digest = hash('sha256', key, 'hex')
  const found = (await findHooksByKey(db, [digest])).get(digest)
  const isExpired = found !== undefined && found.expiresAt > 0 && found.expiresAt <= nowMs()
  return isExpired ? undefined : found?.hook
}

/** Returns why a hook accepts no call from this address, as the ingress does. */
function whyNotOpen(
  deps: ApiDeps,
  { disabledAt, allowFrom }: OpenHook['hook'],
  address: string,
): HookRefused | undefined {
  if (!deps.settings().EnableIncomingWebhooks) return { outcome: 'switched_off' }
  if (disabledAt > 0) return { outcome: 'hook_disabled' }
  return allowFrom ? whyNotFrom(allowFrom, address) : undefined
}

async function unknownToken(deps: ApiDeps, token: string, address: string): Promise<SlackFailure> {
  const standing = await deps.unknownKeys.count(address)
  if (standing?.admitted === false) return { error: 'ratelimited', standing }
  const dead = await findDeadKey(deps.db, token).catch(() => undefined) // without Postgres, only the detail is missing
  return dead
    ? { error: 'token_revoked', detail: deadKeyDetails[dead], standing }
    : { error: 'invalid_auth', standing }
}

function signedOnly({ signature }: OpenHook['hook']): SlackFailure | undefined {
  return signature ? slackFailure('access_denied', 'This webhook only accepts signed calls.') : undefined
}

function userTrouble(
  deps: ApiDeps,
  session: LiveSession,
  needed: string | undefined,
): SlackFailure | undefined {
  if (!deps.settings().EnableOAuthServiceProvider)
    return slackFailure('access_denied', 'OAuth apps are disabled.')
  if (session.user.mustChangePassword)
    return slackFailure('access_denied', 'The user must change the password first.')
  const held: readonly string[] = scopesOf(session)
  return needed && !held.includes(needed)
    ? slackFailure('missing_scope', undefined, { needed, provided: held.join(',') })
    : undefined
}

/** Returns a user in the team that was asked for, or else in the first one. Undefined if the user is no member. A hook has one team. */
export function inTeam({ teams, ...sender }: KnownSender, asked: unknown): Sender | undefined {
  if (!teams) return sender
  const isAsked = typeof asked === 'string' && asked !== ''
  const team = isAsked ? teams.find(({ id }) => id === asked) : teams[0]
  return team && { ...sender, hook: { ...sender.hook, teamId: team.id } }
}

/** A call or delivery that was refused. */
export type RefusedSend = StoredDelivery & {
  outcome: HookRefusal | 'limited'
  detail?: string | undefined
  standing?: RateLimitStatus | undefined
}

/** Returns the error of a refused call. */
export function asSlackFailure({ outcome, ...facts }: RefusedSend): SlackFailure {
  return { error: slackErrorOf[outcome], ...facts }
}
