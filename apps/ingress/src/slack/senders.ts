import type { OpenHook } from '@posthorn/db'
import { type SlackFailure, type StoredDelivery, slackErrorOf, slackFailure } from '@posthorn/server'
import { type OpeningCall, openHook, unknownKey } from '../accept.js'
import type { Acceptance, AcceptDeps } from '../call.js'

/** Who makes a call of Slack's API: a hook, or a user with a token. `scopes`: those of the token. */
export type Sender = {
  hook: OpenHook['hook']
  scopes: string[]
  /** Set for a user: the name, and whether it is a bot's. */
  user?: { name: string; isBot: boolean }
}

type Asked = { token: string; teamId: unknown; call: OpeningCall }

const isToken = /^[A-Za-z0-9]{1,64}$/

/** Returns who a token stands for: the hook with this key, or the user of this app's token. Unknown ones count against the address. */
export async function findSender(
  deps: AcceptDeps,
  { token, teamId, call }: Asked,
): Promise<Sender | SlackFailure> {
  if (token === '') return slackFailure('not_authed')
  const known = isToken.test(token) ? await deps.hooks.find(token) : 'unknown'
  if (known !== 'unknown') {
    const hook = await openHook(deps, { ...call, key: token })
    if ('outcome' in hook) return asSlackFailure(hook)
    return hook.signature
      ? slackFailure('access_denied', 'This webhook only accepts signed calls.')
      : { hook, scopes: ['post'] }
  }
  const session = isToken.test(token) ? await deps.slack.findSession(token, call.address) : undefined
  if (session === 'busy') return slackFailure('service_unavailable')
  if (!session?.isOauth) return asSlackFailure(await unknownKey(deps, { ...call, key: token }))
  if (!deps.slack.appsEnabled()) return slackFailure('access_denied', 'OAuth apps are disabled.')
  const { user } = session
  if (user.mustChangePassword)
    return slackFailure('access_denied', 'The user must change the password first.')
  const team = await teamOf(deps, user.id, teamId)
  if (team === undefined) return slackFailure('invalid_arguments', 'The user is not a member of this team.')
  const ownerId = (user.isBot && session.appOwnerId) || user.id
  const hook = { ...noHook, id: user.id, userId: user.id, ownerId, teamId: team, displayName: user.username }
  return { hook, scopes: session.scope.split(' '), user: { name: user.username, isBot: user.isBot } }
}

/** What a user lacks that a hook has. */
const noHook: Omit<OpenHook['hook'], 'id' | 'userId' | 'ownerId' | 'teamId' | 'displayName'> = {
  channelId: '',
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

/** Returns the team that was asked for, if the user is a member, or else the user's first one. */
async function teamOf({ slack }: AcceptDeps, userId: string, asked: unknown): Promise<string | undefined> {
  const teams = await slack.teamsOf(userId)
  return (typeof asked === 'string' && asked !== '' ? teams.find(({ id }) => id === asked) : teams[0])?.id
}

/** Returns the error of a refused call. */
export function asSlackFailure(acceptance: Acceptance): SlackFailure {
  const { outcome, standing, delivery, state, ...rest } = acceptance as Acceptance & Refusal
  const isRevoked = outcome === 'no_such_hook' && rest.detail !== undefined
  const error = isRevoked ? 'token_revoked' : slackErrorOf[outcome as keyof typeof slackErrorOf]
  return { error, detail: rest.detail, standing, delivery, state }
}

type Refusal = StoredDelivery & { detail?: string }
