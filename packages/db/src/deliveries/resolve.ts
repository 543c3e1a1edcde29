import { type Payload, type Target, targetOf } from '@posthorn/core'
import type { PostChannel } from '../channels/channels.js'
import { directName, type Pair } from '../channels/direct-channels.js'
import type { Db } from '../connection/open.js'
import { mentionableBy } from '../mentions/find-mentions.js'
import type { People } from '../mentions/mentions.js'
import type { Destination, DestinationRefusal } from './destination.js'
import { type LookedUp, type LookUpKeys, lookUp, type PostingHook } from './look-up.js'
import { shown, suggest } from './suggest.js'

/** A delivery whose payload was read. */
type Readable = {
  delivery: { id: string; hookId: string; restrictedTo?: string | undefined }
  payload: Payload
}

/** Makes direct channels that are not there yet, or says what they would be. */
export type MakeDirectChannels = (pairs: Pair[]) => Promise<Map<string, PostChannel>>

/** Those of these channels that somebody may know of. The others are as if they did not exist. */
export type SeenChannels = (channels: PostChannel[]) => Promise<PostChannel[]>

type Aim = { id: string; hookId: string; target: Target; restrictedTo: string | undefined }

/** Where each delivery goes, by its id, and who may be mentioned there. */
export type Resolved = { destinations: Map<string, Destination>; people: People }

/**
 * Ask Postgres, once for the whole batch, where these deliveries go (docs/behaviour.md, targets), and whom they may mention.
 * Nothing is remembered from one batch to the next: a channel made or a member removed counts from the next batch on.
 */
export async function resolve(
  db: Db,
  deliveries: Readable[],
  makeDirectChannels: MakeDirectChannels,
  seen?: SeenChannels,
): Promise<Resolved> {
  const aims = deliveries.map(({ delivery, payload }) => ({
    id: delivery.id,
    hookId: delivery.hookId,
    restrictedTo: delivery.restrictedTo,
    target: targetOf(payload),
  }))
  const known = await lookUp(db, wantedBy(aims, deliveries))
  if (seen) known.channels = await seen(known.channels)
  await addDirectChannels(known, aims, makeDirectChannels)
  const destinations = new Map(aims.map(aim => [aim.id, permitted(known, aim, destination(known, aim))]))
  return { destinations: await suggest(db, aims, destinations), people: known }
}

function wantedBy(aims: Aim[], deliveries: Readable[]): LookUpKeys {
  const mentionable = deliveries.map(({ payload }) => mentionableBy(payload))
  return {
    hookIds: aims.map(({ hookId }) => hookId),
    ownChannelOf: aims.flatMap(({ hookId, target }) => (target.kind === 'default' ? [hookId] : [])),
    channelNames: aims.flatMap(({ target }) => (target.kind === 'channel' ? [target.name] : [])),
    usernames: aims.flatMap(({ target }) => (target.kind === 'user' ? [target.username] : [])),
    restrictedTo: aims.flatMap(({ restrictedTo }) => restrictedTo ?? []),
    mentions: {
      usernames: new Set(mentionable.flatMap(({ usernames }) => [...usernames])),
      wholeChannel: mentionable.some(({ wholeChannel }) => wholeChannel),
    },
  }
}

/** Adds to what is known the direct channels that are not there yet; for a locked hook or a restricted delivery none is made. */
async function addDirectChannels(known: LookedUp, aims: Aim[], make: MakeDirectChannels): Promise<void> {
  const names = new Set(known.channels.map(({ name }) => name))
  const pairs = aims.flatMap(aim => {
    const { hookId, target } = aim
    const hook = known.hooks.get(hookId)
    const otherId = target.kind === 'user' ? known.userIds.get(target.username) : undefined
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
  if (hook.locked) return locked(known, hook, target)
  switch (target.kind) {
    case 'default':
      return found(hook, ownChannel(known, hook))
    case 'channel':
      return found(hook, byName(known, hook.teamId, target.name))
    case 'user':
      return toUser(known, hook, aim, target.username)
    default:
      return target satisfies never
  }
}

/**
 * A locked hook posts to its own channel only (docs/behaviour.md, targets). All else gets one answer, whether or not it exists:
 * who has the key learns of no user and no other channel.
 */
function locked(known: LookedUp, hook: PostingHook, target: Target): Destination {
  const own = ownChannel(known, hook)
  const isOwn = target.kind === 'default' || (target.kind === 'channel' && target.name === own?.name)
  return isOwn ? found(hook, own) : refused(hook, 'channel_locked')
}

function toUser(known: LookedUp, hook: PostingHook, aim: Aim, username: string): Destination {
  const otherId = known.userIds.get(username)
  if (otherId === undefined) return refused(hook, 'unknown_user', `There is no user @${shown(username)}.`)
  if (otherId === hook.userId) return refused(hook, 'direct_to_creator')
  if (hook.creatorStatus !== 'active') return refused(hook, creatorGone[hook.creatorStatus])
  if (isRestricted(hook, aim)) return refused(hook, 'not_by_creator')
  return found(hook, byName(known, '', directName({ userId: hook.userId, otherId })))
}

function ownChannel({ channels }: LookedUp, { channelId }: PostingHook): PostChannel | undefined {
  return channels.find(({ id }) => id === channelId)
}

/** In the hook's team, else in no team: a direct channel may be named by its two user ids. */
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

/** What is said of channels that are not public when the hook's creator has no say in the team any more. */
const creatorGone = { deactivated: 'creator_deactivated', left_team: 'creator_left_team' } as const

/**
 * Public channels of the hook's team are open to every hook, whatever became of its creator; any other wants its creator
 * to be able to read it, and the user to whom the delivery is restricted.
 */
function permitted(known: LookedUp, aim: Aim, at: Destination): Destination {
  if (at.outcome !== 'found' || at.channel.type === 'O') return at
  const { hook, channel } = at
  if (hook.creatorStatus !== 'active') return refused(hook, creatorGone[hook.creatorStatus])
  const mayRead = hook.isAdmin || known.members.has(`${channel.id} ${hook.userId}`)
  if (!mayRead) return refused(hook, 'no_permission')
  const isWithheld = isRestricted(hook, aim) && !mayOtherRead(known, aim.restrictedTo, channel)
  return isWithheld ? refused(hook, 'not_by_creator') : at
}

/** Whether a delivery came without the consent of the hook's creator: restricted to somebody else. */
function isRestricted(hook: PostingHook, { restrictedTo }: Aim): boolean {
  return restrictedTo !== undefined && restrictedTo !== hook.userId
}

/** Whether the other user may read a private channel. A direct channel is the creator's alone. */
function mayOtherRead(known: LookedUp, userId: string | undefined, channel: PostChannel): boolean {
  const user = known.permitted.get(userId ?? '')
  if (!user || channel.type === 'D') return false
  return (
    user.isAdmin || (user.teamIds.includes(channel.teamId) && known.members.has(`${channel.id} ${user.id}`))
  )
}
