import { type Target, targetOf } from '@posthorn/core'
import {
  type Channel,
  type Db,
  directChannels,
  directName,
  findChannels,
  findChannelsByName,
  findHooks,
  findReaders,
  findUserIds,
  type WatchedHook,
} from '@posthorn/db'
import type { HookRefusal } from '@posthorn/server'
import type { Readable } from './decode.js'
import type { Destination } from './destination.js'
import { shown, suggest } from './suggest.js'

type Aimed = { hook: WatchedHook; target: Target }

/**
 * Ask Postgres, once for the whole batch and each kind of thing, where these deliveries go (docs/behaviour.md, targets). Nothing is
 * remembered from one batch to the next: a channel made or a member removed counts from the next batch on.
 */
export async function resolve(
  db: Db,
  deliveries: Readable[],
  nowMs: number,
): Promise<Map<string, Destination>> {
  const hooks = await findHooks(db, distinct(deliveries.map(({ delivery }) => delivery.hookId)))
  const aims = deliveries.map(({ delivery, payload }) => ({
    id: delivery.id,
    hook: hooks.get(delivery.hookId),
    target: targetOf(payload),
  }))
  const aimed = aims.flatMap(({ hook, target }) => (hook && hook.deleteAt === 0 ? [{ hook, target }] : []))
  const look = await lookUp(db, aimed, nowMs)
  const destinations = new Map(aims.map(({ id, hook, target }) => [id, destination(look, hook, target)]))
  return suggest(db, aims, await permit(db, destinations))
}

type Appearance = Awaited<ReturnType<typeof lookUp>>

/** For a locked hook nothing is looked up but its own channel, and no direct channel is made. */
async function lookUp(db: Db, aimed: Aimed[], nowMs: number) {
  const free = aimed.filter(({ hook }) => !hook.locked)
  const ids = aimed.flatMap(({ hook, target }) =>
    hook.locked || target.kind === 'default' ? [hook.channelId] : [],
  )
  const names = free.flatMap(({ target }) => (target.kind === 'channel' ? [target.name] : []))
  const usernames = free.flatMap(({ target }) => (target.kind === 'user' ? [target.username] : []))
  const [defaults, named, users] = await Promise.all([
    findChannels(db, distinct(ids)),
    findChannelsByName(db, distinct(free.map(({ hook }) => hook.teamId)), distinct(names)),
    findUserIds(db, distinct(usernames)),
  ])
  const pairs = free.flatMap(({ hook, target }) => {
    const otherId = target.kind === 'user' ? users.get(target.username) : undefined
    return otherId === undefined || otherId === hook.userId || hook.creatorStatus !== 'active'
      ? []
      : [{ userId: hook.userId, otherId }]
  })
  const directs = pairs.length > 0 ? await directChannels(db, pairs, nowMs) : new Map<string, Channel>()
  return { defaults, named, users, directs }
}

function destination(look: Appearance, hook: WatchedHook | undefined, target: Target): Destination {
  if (!hook || hook.deleteAt > 0) return refused(hook, 'hook_deleted')
  if (hook.locked) return locked(look, hook, target)
  switch (target.kind) {
    case 'default':
      return found(hook, look.defaults.get(hook.channelId))
    case 'channel':
      return found(hook, byName(look.named, hook.teamId, target.name))
    case 'user':
      return toUser(look, hook, target.username)
    default:
      return target satisfies never
  }
}

/**
 * A locked hook posts to its own channel only (docs/behaviour.md, targets). All else gets one answer, whether or not it exists:
 * who has the key learns of no user and no other channel.
 */
function locked(look: Appearance, hook: WatchedHook, target: Target): Destination {
  const own = look.defaults.get(hook.channelId)
  const isOwn = target.kind === 'default' || (target.kind === 'channel' && target.name === own?.name)
  return isOwn ? found(hook, own) : refused(hook, 'channel_locked')
}

function toUser(look: Appearance, hook: WatchedHook, username: string): Destination {
  const otherId = look.users.get(username)
  if (otherId === undefined) return refused(hook, 'unknown_user', `There is no user @${shown(username)}.`)
  if (otherId === hook.userId) return refused(hook, 'direct_to_creator')
  if (hook.creatorStatus !== 'active') return refused(hook, creatorGone[hook.creatorStatus])
  return found(hook, look.directs.get(directName({ userId: hook.userId, otherId })))
}

/** In the hook's team, else in no team: a direct channel may be named by its two user ids. */
function byName(channels: Channel[], teamId: string, name: string): Channel | undefined {
  const same = channels.filter(channel => channel.name === name)
  return same.find(channel => channel.teamId === teamId) ?? same.find(channel => channel.teamId === '')
}

function found(hook: WatchedHook, channel: Channel | undefined): Destination {
  return channel ? { kind: 'found', hook, channel } : refused(hook, 'unknown_channel')
}

function refused(hook: WatchedHook | undefined, reason: HookRefusal, detail = ''): Destination {
  return { kind: 'refused', hook, reason, detail }
}

/** What is said of channels that are not public when the hook's creator has no say in the team any more. */
const creatorGone = { deactivated: 'creator_deactivated', left_team: 'creator_left_team' } as const

/**
 * Public channels of the hook's team are open to every hook, whatever became of its creator; any other wants its creator
 * to be able to read it.
 */
async function permit(db: Db, destinations: Map<string, Destination>): Promise<Map<string, Destination>> {
  const closed = [...destinations.values()].flatMap(at =>
    at.kind === 'found' && at.channel.type !== 'O' ? [at] : [],
  )
  if (closed.length === 0) return destinations
  const readers = await findReaders(
    db,
    closed.map(({ hook, channel }) => ({ channelId: channel.id, userId: hook.userId })),
  )
  const mayRead = new Set(readers.map(({ channelId, userId }) => `${channelId} ${userId}`))
  const check = (at: Destination): Destination => {
    if (at.kind !== 'found' || at.channel.type === 'O') return at
    const { hook, channel } = at
    if (hook.creatorStatus !== 'active') return refused(hook, creatorGone[hook.creatorStatus])
    return mayRead.has(`${channel.id} ${hook.userId}`) ? at : refused(hook, 'no_permission')
  }
  return new Map([...destinations].map(([id, at]) => [id, check(at)]))
}

function distinct(values: string[]): string[] {
  return [...new Set(values)]
}
