import { idLength, type Payload, type Target, targetOf } from '@posthorn/core'
import { type Format, isSlackApi, senderTeamOf } from '@posthorn/formats'
import type { PostChannel } from '../channels/channels.js'
import { directName, type Pair } from '../channels/direct-channels.js'
import type { Db } from '../connection/open.js'
import { mentionableBy, type People } from '../mentions/mentions.js'
import {
  type LookedUp,
  type LookUpKeys,
  lookUp,
  type PostingHook,
  type SlackKeys,
  senderName,
} from './look-up.js'
import { type Destination, type DestinationRefusal, suggest } from './suggest.js'

/** A delivery with its parsed payload. */
type Readable = {
  delivery: {
    id: string
    hookId: string
    restrictedTo?: string | undefined
    format?: Format | undefined
  }
  payload: Payload
  /** The channel of the post that it edits or deletes, whatever its payload says. */
  channelId?: string | undefined
}

/** Creates missing direct channels, or returns what they would be. */
export type MakeDirectChannels = (pairs: Pair[]) => Promise<Map<string, PostChannel>>

/** Returns those of these channels that the user can know about. The others are treated as if they did not exist. */
export type SeenChannels = (channels: PostChannel[]) => Promise<PostChannel[]>

/** `hookId`: for a user who sends by a token, their `senderName`. `isSlack`: whether its channel may be an ID. */
type Aim = {
  id: string
  hookId: string
  isSlack: boolean
  target: Target | { kind: 'channel_of_post'; channelId: string }
  restrictedTo: string | undefined
}

/** The destination of each delivery by ID, and the users who can be mentioned there. */
export type Resolved = { destinations: Map<string, Destination>; people: People }

/**
 * Asks Postgres once for the whole batch for the destinations of these deliveries (docs/behaviour.md, targets)
 * and the users they can mention. Nothing is cached between batches, so a new channel or a removed member takes
 * effect with the next batch.
 */
export async function resolve(
  db: Db,
  deliveries: Readable[],
  makeDirectChannels: MakeDirectChannels,
  seen?: SeenChannels,
): Promise<Resolved> {
  const aims = deliveries.map(
    ({ delivery, payload, channelId }): Aim => ({
      id: delivery.id,
      hookId: sourceOf(delivery),
      isSlack: isSlackApi(delivery.format),
      restrictedTo: delivery.restrictedTo,
      target: channelId === undefined ? targetOf(payload) : { kind: 'channel_of_post', channelId },
    }),
  )
  const known = await lookUp(db, wantedBy(aims, deliveries))
  if (seen) known.channels = await seen(known.channels)
  await addDirectChannels(known, aims, makeDirectChannels)
  const destinations = new Map(aims.map(aim => [aim.id, permitted(known, aim, destination(known, aim))]))
  const isRefused = [...destinations.values()].some(({ outcome }) => outcome === 'refused')
  return { destinations: isRefused ? await suggest(db, aims, destinations) : destinations, people: known }
}

function sourceOf({ hookId, format }: Readable['delivery']): string {
  const team = senderTeamOf(format)
  return team === undefined ? hookId : senderName(hookId, team)
}

/** Returns what deliveries by Slack's API refer to. Undefined if there are none, as in most batches. */
function slackKeys(aims: Aim[], deliveries: Readable[]): SlackKeys | undefined {
  const bySlack = aims.filter(({ isSlack }) => isSlack)
  if (bySlack.length === 0) return undefined
  const senders = new Map<string, SlackKeys['senders'][number]>()
  for (const { delivery } of deliveries) {
    const teamId = senderTeamOf(delivery.format)
    if (teamId !== undefined) senders.set(sourceOf(delivery), { userId: delivery.hookId, teamId })
  }
  const ids = bySlack.flatMap(({ target }) =>
    target.kind === 'channel' && target.name.length === idLength ? [target.name] : [],
  )
  return { senders: [...senders.values()], ids: [...new Set(ids)] }
}

function wantedBy(aims: Aim[], deliveries: Readable[]): LookUpKeys {
  const mentionable = deliveries.map(({ payload }) => mentionableBy(payload))
  return {
    hookIds: aims.map(({ hookId }) => hookId),
    ownChannelOf: aims.flatMap(({ hookId, target }) => (target.kind === 'default' ? [hookId] : [])),
    channelIds: aims.flatMap(({ target }) => (target.kind === 'channel_of_post' ? [target.channelId] : [])),
    channelNames: aims.flatMap(({ target }) => (target.kind === 'channel' ? [target.name] : [])),
    usernames: aims.flatMap(({ target }) => (target.kind === 'user' ? [target.username] : [])),
    restrictedTo: aims.flatMap(({ restrictedTo }) => restrictedTo ?? []),
    slack: slackKeys(aims, deliveries),
    mentions: {
      usernames: new Set(mentionable.flatMap(({ usernames }) => [...usernames])),
      wholeChannel: mentionable.some(({ wholeChannel }) => wholeChannel),
    },
  }
}

/** Adds missing direct channels to the lookup. None is created for a locked hook or a restricted delivery. */
async function addDirectChannels(known: LookedUp, aims: Aim[], make: MakeDirectChannels): Promise<void> {
  const names = new Set(known.channels.map(({ name }) => name))
  const pairs = aims.flatMap(aim => {
    const hook = known.hooks.get(aim.hookId)
    const username = addressee(known, hook, aim)
    const otherId = username === undefined ? undefined : known.userIds.get(username)
    if (!hook || otherId === undefined || otherId === hook.userId) return []
    const mayMake =
      hook.deleteAt === 0 && !hook.locked && hook.creatorStatus === 'active' && !isRestricted(hook, aim)
    const pair = { userId: hook.userId, otherId }
    return mayMake && !names.has(directName(pair)) ? [pair] : []
  })
  if (pairs.length === 0) return
  for (const channel of (await make(pairs)).values()) {
    known.channels.push(channel)
    for (const end of channel.name.split('__')) known.members.add(`${channel.id} ${end}`)
  }
}

function destination(known: LookedUp, aim: Aim): Destination {
  const { hookId, target } = aim
  const hook = known.hooks.get(hookId)
  if (!hook || hook.deleteAt > 0) return refused(hook, 'hook_deleted')
  if (target.kind === 'channel_of_post') return found(hook, byId(known, target.channelId))
  if (hook.locked) return locked(known, hook, aim, target)
  if (target.kind === 'default') return found(hook, ownChannel(known, hook))
  const username = addressee(known, hook, aim)
  if (username !== undefined) return toUser(known, hook, aim, username)
  const { name } = target as Target & { kind: 'channel' }
  return found(hook, named(known, hook, aim, name))
}

/** Returns the user to whom a delivery goes: a name, or in Slack's API an ID that is not a channel's. */
function addressee(known: LookedUp, hook: PostingHook | undefined, aim: Aim): string | undefined {
  const { target, isSlack } = aim
  if (target.kind === 'user') return target.username
  if (!isSlack || !hook || target.kind !== 'channel') return undefined
  return named(known, hook, aim, target.name) ||
    target.name.length !== idLength ||
    !known.userIds.has(target.name)
    ? undefined
    : target.name
}

/** Returns the channel of this name, or in Slack's API of this ID, in the hook's team or without a team. */
function named(known: LookedUp, hook: PostingHook, { isSlack }: Aim, name: string): PostChannel | undefined {
  const channel = byName(known, hook.teamId, name) ?? (isSlack ? byId(known, name) : undefined)
  return channel && (channel.teamId === hook.teamId || channel.teamId === '') ? channel : undefined
}

/**
 * A locked hook posts only to its own channel (docs/behaviour.md, targets). Every other target gets the same
 * response whether or not it exists, so holders of the key cannot probe for users or channels.
 */
function locked(known: LookedUp, hook: PostingHook, { isSlack }: Aim, target: Target): Destination {
  const own = ownChannel(known, hook)
  const names = isSlack ? [own?.name, own?.id] : [own?.name]
  const isOwn = target.kind === 'default' || (target.kind === 'channel' && names.includes(target.name))
  return isOwn ? found(hook, own) : refused(hook, 'channel_locked')
}

function toUser(known: LookedUp, hook: PostingHook, aim: Aim, username: string): Destination {
  const otherId = known.userIds.get(username)
  if (otherId === undefined) return refused(hook, 'unknown_user')
  if (otherId === hook.userId) return refused(hook, 'direct_to_creator')
  if (hook.creatorStatus !== 'active') return refused(hook, creatorGone[hook.creatorStatus])
  if (isRestricted(hook, aim)) return refused(hook, 'not_by_creator')
  return found(hook, byName(known, '', directName({ userId: hook.userId, otherId })))
}

function ownChannel(known: LookedUp, { channelId }: PostingHook): PostChannel | undefined {
  return byId(known, channelId)
}

function byId({ channels }: LookedUp, channelId: string): PostChannel | undefined {
  return channels.find(({ id }) => id === channelId)
}

/** A channel of the hook's team or of none, because a direct channel can be named by its two user IDs. */
function byName({ channels }: LookedUp, teamId: string, name: string): PostChannel | undefined {
  const same = channels.filter(channel => channel.name === name)
  return same.find(channel => channel.teamId === teamId) ?? same.find(channel => channel.teamId === '')
}

function found(hook: PostingHook, channel: PostChannel | undefined): Destination {
  return channel ? { outcome: 'found', hook, channel } : refused(hook, 'unknown_channel')
}

function refused(hook: PostingHook | undefined, reason: DestinationRefusal, detail = ''): Destination {
  return { outcome: 'refused', hook, reason, detail }
}

/** The message about non-public channels if the hook's creator has lost access to the team. */
const creatorGone = { deactivated: 'creator_deactivated', left_team: 'creator_left_team' } as const

/**
 * Public channels of the hook's team are open to every hook, whatever its creator's status. Users post only where they
 * are members. Other channels must
 * be readable by the creator and by the user to whom the delivery is restricted.
 */
function permitted(known: LookedUp, aim: Aim, at: Destination): Destination {
  if (at.outcome !== 'found') return at
  const { hook, channel } = at
  if (channel.type === 'O' && !hook.isUser) return at
  if (hook.creatorStatus !== 'active') return refused(hook, creatorGone[hook.creatorStatus])
  const mayRead = hook.isAdmin || known.members.has(`${channel.id} ${hook.userId}`)
  if (!mayRead) return refused(hook, 'no_permission')
  const isWithheld = isRestricted(hook, aim) && !mayOtherRead(known, aim.restrictedTo, channel)
  return isWithheld ? refused(hook, 'not_by_creator') : at
}

/** Whether a delivery lacks the consent of the hook's creator because it is restricted to another user. */
function isRestricted(hook: PostingHook, { restrictedTo }: Aim): boolean {
  return restrictedTo !== undefined && restrictedTo !== hook.userId
}

/** Whether the other user can read a private channel. Direct channels belong to the creator alone. */
function mayOtherRead(known: LookedUp, userId: string | undefined, channel: PostChannel): boolean {
  const user = known.permitted.get(userId ?? '')
  if (!user || channel.type === 'D') return false
  return (
    user.isAdmin || (user.teamIds.includes(channel.teamId) && known.members.has(`${channel.id} ${user.id}`))
  )
}
