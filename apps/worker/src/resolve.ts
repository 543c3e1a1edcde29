import { nearestName, type Target, targetOf } from '@posthorn/core'
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
  readableNames,
  type WatchedHook,
} from '@posthorn/db'
import type { HookRefusal } from '@posthorn/server'
import type { Readable } from './decode.js'

/** Where a delivery goes, or why it can go nowhere. */
export type Place =
  | { kind: 'found'; hook: WatchedHook; channel: Channel }
  | { kind: 'refused'; hook: WatchedHook | undefined; reason: HookRefusal; detail: string }

type Aimed = { hook: WatchedHook; target: Target }

/**
 * Ask Postgres, once for the whole batch and each kind of thing, where these deliveries go (spec 1.6). Nothing is
 * remembered from one batch to the next: a channel made or a member removed counts from the next batch on.
 */
export async function resolve(db: Db, deliveries: Readable[], nowMs: number): Promise<Map<string, Place>> {
  const hooks = await findHooks(db, distinct(deliveries.map(({ delivery }) => delivery.hookId)))
  const aims = deliveries.map(({ delivery, payload }) => ({
    id: delivery.id,
    hook: hooks.get(delivery.hookId),
    target: targetOf(payload),
  }))
  const aimed = aims.flatMap(({ hook, target }) => (hook && hook.deleteAt === 0 ? [{ hook, target }] : []))
  const look = await lookUp(db, aimed, nowMs)
  const places = new Map(aims.map(({ id, hook, target }) => [id, place(look, hook, target)]))
  return suggest(db, aims, await permit(db, places))
}

type Look = Awaited<ReturnType<typeof lookUp>>

async function lookUp(db: Db, aimed: Aimed[], nowMs: number) {
  const ids = aimed.flatMap(({ hook, target }) => (target.kind === 'default' ? [hook.channelId] : []))
  const names = aimed.flatMap(({ target }) => (target.kind === 'channel' ? [target.name] : []))
  const usernames = aimed.flatMap(({ target }) => (target.kind === 'user' ? [target.username] : []))
  const [defaults, named, users] = await Promise.all([
    findChannels(db, distinct(ids)),
    findChannelsByName(db, distinct(aimed.map(({ hook }) => hook.teamId)), distinct(names)),
    findUserIds(db, distinct(usernames)),
  ])
  const pairs = aimed.flatMap(({ hook, target }) => {
    const otherId = target.kind === 'user' ? users.get(target.username) : undefined
    // a locked hook goes nowhere else: no direct channel is made for it
    return otherId === undefined || otherId === hook.userId || hook.locked
      ? []
      : [{ userId: hook.userId, otherId }]
  })
  const directs = pairs.length > 0 ? await directChannels(db, pairs, nowMs) : new Map<string, Channel>()
  return { defaults, named, users, directs }
}

function place(look: Look, hook: WatchedHook | undefined, target: Target): Place {
  if (!hook || hook.deleteAt > 0) return refused(hook, 'hook_deleted')
  switch (target.kind) {
    case 'default':
      return found(hook, look.defaults.get(hook.channelId))
    case 'channel':
      return found(hook, byName(look.named, hook.teamId, target.name))
    case 'user': {
      const otherId = look.users.get(target.username)
      if (otherId === undefined)
        return refused(hook, 'unknown_user', `There is no user @${shown(target.username)}.`)
      if (otherId === hook.userId) return refused(hook, 'direct_to_creator')
      if (hook.locked) return refused(hook, 'channel_locked')
      return found(hook, look.directs.get(directName({ userId: hook.userId, otherId })))
    }
    default:
      return target satisfies never
  }
}

/** In the hook's team, else in no team: a direct channel may be named by its two user ids. */
function byName(channels: Channel[], teamId: string, name: string): Channel | undefined {
  const same = channels.filter(channel => channel.name === name)
  return same.find(channel => channel.teamId === teamId) ?? same.find(channel => channel.teamId === '')
}

/** A locked hook posts to its own channel only (spec 1.5, row 9). */
function found(hook: WatchedHook, channel: Channel | undefined): Place {
  if (!channel) return refused(hook, 'unknown_channel')
  return hook.locked && channel.id !== hook.channelId
    ? refused(hook, 'channel_locked')
    : { kind: 'found', hook, channel }
}

function refused(hook: WatchedHook | undefined, reason: HookRefusal, detail = ''): Place {
  return { kind: 'refused', hook, reason, detail }
}

/** Public channels of the hook's team are open to every hook; any other wants its creator to be able to read it. */
async function permit(db: Db, places: Map<string, Place>): Promise<Map<string, Place>> {
  const closed = [...places.values()].flatMap(at =>
    at.kind === 'found' && at.channel.type !== 'O' ? [at] : [],
  )
  if (closed.length === 0) return places
  const readers = await findReaders(
    db,
    closed.map(({ hook, channel }) => ({ channelId: channel.id, userId: hook.userId })),
  )
  const mayRead = new Set(readers.map(({ channelId, userId }) => `${channelId} ${userId}`))
  const check = (at: Place): Place =>
    at.kind !== 'found' || at.channel.type === 'O' || mayRead.has(`${at.channel.id} ${at.hook.userId}`)
      ? at
      : refused(at.hook, 'no_permission')
  return new Map([...places].map(([id, at]) => [id, check(at)]))
}

/** Tell for an unknown channel which one was probably meant. */
async function suggest(
  db: Db,
  aims: { id: string; target: Target }[],
  places: Map<string, Place>,
): Promise<Map<string, Place>> {
  const names = new Map<string, Promise<string[]>>()
  for (const { id, target } of aims) {
    const at = places.get(id)
    if (at?.kind !== 'refused' || at.reason !== 'unknown_channel' || !at.hook || target.kind !== 'channel')
      continue
    const { teamId, userId } = at.hook
    const known = names.get(`${teamId} ${userId}`) ?? readableNames(db, teamId, userId)
    names.set(`${teamId} ${userId}`, known)
    const nearest = nearestName(target.name, await known)
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    places.set(id, { ...at, detail: `There is no channel ${shown(target.name)} in the hook's team.${meant}` })
  }
  return places
}

/** A sender may write any length of text where a name should be; no name is longer than this. */
const maxShown = 64

function shown(name: string): string {
  return name.length > maxShown ? `${name.slice(0, maxShown).toWellFormed()}…` : name
}

function distinct(values: string[]): string[] {
  return [...new Set(values)]
}
