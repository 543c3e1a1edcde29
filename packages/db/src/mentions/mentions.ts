import { type DraftPost, mentionWords, type Payload, payloadMentionWords } from '@posthorn/core'
import type { PostChannel } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'

/** A mention in a post. `userId` is empty for the whole channel: one row, whatever the number of members. */
export type MentionRow = { postId: string; userId: string; channelId: string }

/** A member of a channel and the words that mention them there. */
type Named = {
  channelId: string
  userId: string
  username: string
  /** Lower-case. */
  keywords: string[]
  firstName: string | undefined
}

/** User names that a text may mention, and whether it may mention a whole channel. */
export type Mentionable = { usernames: Set<string>; wholeChannel: boolean }

/**
 * Members of some channels who have one of the `asked` names or who have keywords. If a whole channel may be
 * mentioned, also the number of members of each channel.
 */
export type People = { asked: Mentionable; people: Named[]; memberCounts: Map<string, number> }

/** A member, as Postgres returns it. */
export type PersonRow = {
  channel_id: string
  user_id: string
  username: string
  keys: string | null
  first_name: string | null
}

/**
 * Members of these channels who have one of these user names or their own keywords
 * (`notify_props`, docs/behaviour.md, mentions), as SQL. `channelIds` and `usernames` are SQL too.
 */
export const namedMembers = (channelIds: string, usernames: string) => `
  SELECT m.channel_id, m.user_id, u.username, lower(u.notify_props->>'mention_keys') AS keys,
    CASE WHEN u.notify_props->>'first_name' = 'true' AND u.first_name <> '' THEN u.first_name END AS first_name
  FROM channel_members m JOIN users u ON u.id = m.user_id
  WHERE m.channel_id = ANY(${channelIds}) AND u.delete_at = 0 AND (u.username = ANY(${usernames}::text[])
    OR u.notify_props->>'mention_keys' <> '' OR u.notify_props->>'first_name' = 'true')`

export function toNamed(row: PersonRow): Named {
  return {
    channelId: row.channel_id,
    userId: row.user_id,
    username: row.username,
    keywords: row.keys === null ? [] : row.keys.split(',').map(key => key.trim()),
    firstName: row.first_name ?? undefined,
  }
}

/** Runs `namedMembers` as a query of its own. */
async function findNamed(db: Db, channelIds: string[], usernames: string[]): Promise<Named[]> {
  if (channelIds.length === 0) return []
  const values = [textArray(channelIds), textArray(usernames)]
  const text = namedMembers('$1::text[]', '$2')
  const { rows } = await db.pool.query<PersonRow>({ name: 'find named', text, values })
  return rows.map(toNamed)
}

/** Returns the number of members of each of these channels. */
export async function countMembers(db: Db, channelIds: string[]): Promise<Map<string, number>> {
  if (channelIds.length === 0) return new Map()
  const text =
    'SELECT channel_id, count(*)::int AS members FROM channel_members WHERE channel_id = ANY($1::text[]) GROUP BY 1'
  const values = [textArray(channelIds)]
  const { rows } = await db.pool.query<{ channel_id: string; members: number }>({
    name: 'member counts',
    text,
    values,
  })
  return new Map(rows.map(({ channel_id, members }) => [channel_id, members]))
}

/** The most members of a channel that can be mentioned as a whole (docs/behaviour.md, mentions). */
const maxMembersMentionedAtOnce = 1000

/**
 * A post to store, and its channel. `named` holds its words if an @ in it may name a user. `words` returns
 * those of any post.
 */
export type Mentioning = {
  row: { id: string }
  channel: PostChannel
  named: Set<string> | undefined
  words: () => Set<string>
}

/** The fields of a post that `findMentions` needs. `row` is the draft as it will be stored. */
export function mentioning<Row extends { id: string; message: string; props: string }>(
  row: Row,
  channel: PostChannel,
  draft: DraftPost,
): Mentioning & { row: Row } {
  const words = () => mentionWords(draft)
  const hasAt = row.message.includes('@') || row.props.includes('@')
  return { row, channel, named: hasAt ? words() : undefined, words }
}

/**
 * Finds the mentions in these posts (docs/behaviour.md, mentions): members of the channel by name or keyword,
 * the whole channel by @channel and @all, and always both members of a direct channel. Hooks can mention their
 * creator. Queries Postgres only if the `known` members of the posts' channels are not enough.
 */
export async function findMentions(db: Db, posts: Mentioning[], known?: People): Promise<MentionRow[]> {
  const direct = posts.filter(({ channel }) => channel.type === 'D')
  const inTeams = posts.filter(({ channel }) => channel.type !== 'D')
  const addressed = inTeams.flatMap(post => (post.named ? [{ post, words: post.named }] : []))
  const asked = mentionableIn(new Set(addressed.flatMap(({ words }) => [...words])))
  const { people, memberCounts } = known && covers(known.asked, asked) ? known : await ask(db, inTeams, asked)
  const byChannel = membersByChannel(people)
  // without an @, only members with keywords can be mentioned, so most posts need no search
  const others = inTeams.filter(post => !post.named && byChannel.has(post.channel.id))
  const worded = [...addressed, ...others.map(post => ({ post, words: post.words() }))]
  return [
    ...direct.flatMap(post => endsOf(post.channel).map(userId => mention(post, userId))),
    ...worded.flatMap(({ post, words }) => {
      const { id } = post.channel
      const named = (byChannel.get(id) ?? []).filter(isNamedIn(words)).map(({ userId }) => userId)
      const isSmall = (memberCounts.get(id) ?? Infinity) <= maxMembersMentionedAtOnce
      return [...named, ...(isSmall && namesAll(words) ? [''] : [])].map(userId => mention(post, userId))
    }),
  ]
}

function mention({ row, channel }: Mentioning, userId: string): MentionRow {
  return { postId: row.id, userId, channelId: channel.id }
}

/** Finds possible mentions in a payload before it is split into posts. A name at a split may be cut. */
export function mentionableBy(payload: Payload): Mentionable {
  return mentionableIn(payloadMentionWords(payload))
}

function mentionableIn(words: Set<string>): Mentionable {
  const usernames = [...words].filter(isName).map(word => word.slice(1))
  return { usernames: new Set(usernames), wholeChannel: namesAll(words) }
}

function covers(known: Mentionable, asked: Mentionable): boolean {
  if (asked.wholeChannel && !known.wholeChannel) return false
  return [...asked.usernames].every(name => known.usernames.has(name))
}

async function ask(db: Db, posts: Mentioning[], asked: Mentionable): Promise<People> {
  const channelIds = [...new Set(posts.map(({ channel }) => channel.id))]
  const [people, memberCounts] = await Promise.all([
    findNamed(db, channelIds, [...asked.usernames]),
    countMembers(db, asked.wholeChannel ? channelIds : []),
  ])
  return { asked, people, memberCounts }
}

function membersByChannel(people: Named[]): Map<string, Named[]> {
  const byChannel = new Map<string, Named[]>()
  for (const person of people) {
    const others = byChannel.get(person.channelId)
    if (others) others.push(person)
    else byChannel.set(person.channelId, [person])
  }
  return byChannel
}

const isName = (word: string) => word.startsWith('@')

const namesAll = (words: Set<string>) => words.has('@channel') || words.has('@all')

/** `@name` always, keywords in any case, and the first name in its own case. */
function isNamedIn(words: Set<string>): (person: Named) => boolean {
  return ({ username, keywords, firstName }) =>
    words.has(`@${username}`) ||
    keywords.some(keyword => words.has(keyword)) ||
    (firstName !== undefined && words.has(firstName))
}

/** A direct channel's name consists of its two user IDs (docs/behaviour.md, mentions). */
function endsOf({ name }: PostChannel): string[] {
  return name.split('__')
}
