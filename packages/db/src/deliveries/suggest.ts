import { isId, type Target, type Unpostable } from '@posthorn/core'
import { nearestName } from '@posthorn/formats'
import { type PostChannel, publicChannelNames } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import type { PostingHook } from './look-up.js'

/** Why a delivery has no destination or became too large. The words are rows of the table of refusals for hooks. */
export type DestinationRefusal =
  | 'hook_deleted'
  | 'channel_locked'
  | 'unknown_channel'
  | 'channel_archived'
  | 'unknown_user'
  | 'direct_to_creator'
  | 'creator_deactivated'
  | 'creator_left_team'
  | 'no_permission'
  | 'not_by_creator'
  | 'template_failed'
  | 'foreign_file'
  | Unpostable['reason']

/** The destination of a delivery, or the reason why it has none. */
export type Destination =
  | { outcome: 'found'; hook: PostingHook; channel: PostChannel }
  | { outcome: 'refused'; hook: PostingHook | undefined; reason: DestinationRefusal; detail: string }

type Refused = Extract<Destination, { outcome: 'refused' }>
/** A delivery whose target does not exist. `isUser`: whether it was written as one, with `@`. */
type Lost = {
  id: string
  at: Refused & { hook: NonNullable<Refused['hook']> }
  name: string
  isUser: boolean
}

/**
 * Says what was probably meant by an unknown channel or user. Names only public channels, and users whose name the sender has
 * written in full, because holders of a hook's key may not be allowed to know about others.
 */
export async function suggest(
  db: Db,
  aims: { id: string; target: Target | { kind: 'channel_of_post' } }[],
  destinations: Map<string, Destination>,
): Promise<Map<string, Destination>> {
  const lost = aims.flatMap(({ id, target }) => lostTo(id, target, destinations.get(id)))
  if (lost.length === 0) return destinations
  const near = await lookAround(db, lost)
  const names = new Map<string, Promise<string[]>>()
  for (const one of lost) {
    const { teamId } = one.at.hook
    const known = names.get(teamId) ?? publicChannelNames(db, teamId)
    names.set(teamId, known)
    destinations.set(one.id, { ...one.at, ...explain(one, near, await known) })
  }
  return destinations
}

function lostTo(id: string, target: { kind: string }, at: Destination | undefined): Lost[] {
  if (at?.outcome !== 'refused' || !at.hook) return []
  const found = { id, at: { ...at, hook: at.hook } }
  if (at.reason === 'unknown_channel' && 'name' in target)
    return [{ ...found, name: String(target.name), isUser: false }]
  return at.reason === 'unknown_user' && 'username' in target
    ? [{ ...found, name: String(target.username), isUser: true }]
    : []
}

/** `users`: ids by name. `channels`: public ones of the hooks' teams that have one of the names or ids. */
type Near = {
  users: Map<string, string>
  channels: { id: string; name: string; teamId: string; isArchived: boolean }[]
}

const statement = {
  name: 'what was meant',
  text: `SELECT
    (SELECT json_agg(json_build_array(username, id)) FROM users WHERE username = ANY($1::text[]) AND delete_at = 0) AS users,
    (SELECT json_agg(json_build_object('id', id, 'name', name, 'teamId', team_id, 'isArchived', delete_at > 0))
      FROM channels WHERE team_id = ANY($2::text[]) AND type = 'O' AND (name = ANY($1::text[]) OR id = ANY($1::text[]))) AS channels`,
}

async function lookAround(db: Db, lost: Lost[]): Promise<Near> {
  const written = lost.flatMap(({ name }) => [plain(name), shown(name)])
  const teams = lost.map(({ at }) => at.hook.teamId)
  const values = [written, teams].map(list => textArray([...new Set(list)]))
  const { rows } = await db.pool.query<{
    users: [string, string][] | null
    channels: Near['channels'] | null
  }>({
    ...statement,
    values,
  })
  return { users: new Map(rows[0]?.users), channels: rows[0]?.channels ?? [] }
}

/** Real names are in lowercase. Senders confuse `@` and `#`, or forget them. */
const plain = (name: string) =>
  shown(name)
    .trim()
    .replace(/^[@#]+/, '')
    .toLowerCase()

/** What is near one lost delivery: names of its team. */
type Here = { user: string[]; channels: Near['channels']; channelNames: string[]; team: string }

function explain({ name, isUser, at: { hook } }: Lost, { users, channels }: Near, channelNames: string[]) {
  const userId = users.get(plain(name))
  const here: Here = {
    user: userId === undefined || userId === hook.userId ? [] : [`@${plain(name)}`],
    channels: channels.filter(({ teamId }) => teamId === hook.teamId),
    channelNames,
    team: `the ${hook.isUser ? 'app' : 'hook'}'s team`,
  }
  return isUser ? noUser(name, here) : noChannel(name, here)
}

type Explained = { reason?: 'channel_archived'; detail: string }

function noUser(name: string, { user, channels }: Here): Explained {
  const channel = channels.find(one => one.name === plain(name) && !one.isArchived)
  return {
    detail: `There is no user @${shown(name)}.${meant(...user, ...(channel ? [`#${channel.name}`] : []))}`,
  }
}

function noChannel(name: string, { user, channels, channelNames, team }: Here): Explained {
  const known = channels.find(one => one.name === name || one.id === name)
  if (known?.isArchived)
    return { reason: 'channel_archived', detail: `Restore the channel ${known.name}, or name another one.` }
  const nearest = known?.name ?? nearestName(name, channelNames)
  const hint = meant(...(nearest === undefined ? [] : [nearest]), ...user)
  const isNoId = isId(name) ? ' Write the name of a channel, not its id.' : ''
  return { detail: `There is no channel ${shown(name)} in ${team}.${hint}${isNoId}` }
}

const meant = (...names: string[]) => (names.length > 0 ? ` Did you mean ${names.join(' or ')}?` : '')

/** Senders can put text of any length in place of a name. Real names are never longer. */
const maxShown = 64

/** A name as the sender wrote it, cut to a length that fits in a message. */
function shown(name: string): string {
  return name.length > maxShown ? `${name.slice(0, maxShown).toWellFormed()}…` : name
}
