import type { LiveSession, OpenHook, Team } from '@posthorn/db'
import type { Admission } from '@posthorn/queue'
import { type SlackFailure, type StoredDelivery, slackErrorOf, slackFailure } from '@posthorn/server'
import { type OpeningCall, openHook, ownedHook, unknownKey } from '../accept.js'
import type { Acceptance, AcceptDeps } from '../call.js'

/** Who makes a call of Slack's API: a hook, or a user with a token. */
export type Sender = {
  hook: OpenHook['hook']
  /** Set for a user: the name, and whether it is a bot's. */
  user?: { name: string; isBot: boolean }
  /** The sender's rate with this call. */
  standing: Admission | undefined
}

/** A sender before the call's team is known. `key`: the owner. `teams`: those of a user, by name. */
export type KnownSender = Sender & { key: string; teams?: Team[]; error?: never }

/** `scope`: what the method needs. `call`: has the token as its key, and gets the ids of the key's hook. */
type Asked = { scope: string | undefined; call: OpeningCall }

const isToken = /^[A-Za-z0-9]{1,64}$/

/**
 * Returns who a token stands for, and counts the call: the hook with this key, or the user of this app's token. Unknown tokens
 * count against the address.
 */
export async function findSender(deps: AcceptDeps, asked: Asked): Promise<KnownSender | SlackFailure> {
  const found = await lookUp(deps, asked)
  if ('error' in found) return found
  const { trouble, ...sender } = found
  const standing = await deps.entry.hookRate.count(ownedHook(sender.hook))
  if (standing?.admitted === false) return { error: 'ratelimited', standing }
  return trouble ? { ...trouble, standing } : { ...sender, standing }
}

/** `trouble`: why a known sender may not call. */
type Found = Omit<KnownSender, 'standing' | 'error'> & { trouble?: SlackFailure | undefined }

async function lookUp(deps: AcceptDeps, { scope, call }: Asked): Promise<Found | SlackFailure> {
  const token = call.key
  const known = isToken.test(token) ? await deps.hooks.find(token) : 'unknown'
  if (known !== 'unknown') {
    const hook = await openHook(deps, call)
    return 'outcome' in hook ? asSlackFailure(hook) : { hook, key: hook.ownerId, trouble: signedOnly(hook) }
  }
  const session = isToken.test(token) ? await deps.slack.findSession(token, call.address) : undefined
  if (session === 'busy') return slackFailure('service_unavailable')
  if (!session?.isOauth) return asSlackFailure(await unknownKey(deps, call))
  const { id, username: name, isBot } = session.user
  const ownerId = (isBot && session.appOwnerId) || id
  const hook = { ...noHook, id, userId: id, ownerId, displayName: name }
  const trouble = userTrouble(deps, session, scope)
  return { hook, key: ownerId, user: { name, isBot }, trouble, teams: await deps.slack.teamsOf(id) }
}

function signedOnly({ signature }: OpenHook['hook']): SlackFailure | undefined {
  return signature ? slackFailure('access_denied', 'This webhook only accepts signed calls.') : undefined
}

function userTrouble(
  { slack }: AcceptDeps,
  { scope, user }: LiveSession,
  needed: string | undefined,
): SlackFailure | undefined {
  if (!slack.appsEnabled()) return slackFailure('access_denied', 'OAuth apps are disabled.')
  if (user.mustChangePassword)
    return slackFailure('access_denied', 'The user must change the password first.')
  const scopes = scope.split(' ')
  return needed && !scopes.includes(needed)
    ? slackFailure('missing_scope', undefined, { needed, provided: scopes.join(',') })
    : undefined
}

/** What a user lacks that a hook has. */
const noHook: Omit<OpenHook['hook'], 'id' | 'userId' | 'ownerId' | 'displayName'> = {
  channelId: '',
  teamId: '',
  confirm: true,
  locked: false,
  deleteAt: 0,
  disabledAt: 0,
  keyMadeBy: '',
  format: '',
  templateVersion: 0,
  signature: null,
  allowFrom: null,
}

/** Returns a user in the team that was asked for, or else in the first one. Undefined if the user is no member. A hook has one team. */
export function inTeam({ teams, ...sender }: KnownSender, asked: unknown): Sender | undefined {
  if (!teams) return sender
  const isAsked = typeof asked === 'string' && asked !== ''
  const team = isAsked ? teams.find(({ id }) => id === asked) : teams[0]
  return team && { ...sender, hook: { ...sender.hook, teamId: team.id } }
}

/** Returns the error of a refused call. */
export function asSlackFailure(acceptance: Acceptance): SlackFailure {
  const { outcome, standing, delivery, state, ...rest } = acceptance as Acceptance & Refusal
  const isRevoked = outcome === 'no_such_hook' && rest.detail !== undefined
  const error = isRevoked ? 'token_revoked' : slackErrorOf[outcome as keyof typeof slackErrorOf]
  return { error, detail: rest.detail, standing, delivery, state }
}

type Refusal = StoredDelivery & { detail?: string }
