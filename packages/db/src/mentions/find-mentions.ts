import { type DraftPost, mentionWords, type Payload, payloadMentionWords } from '@posthorn/core'
import type { PostChannel } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import {
  countMembers,
  findNamed,
  type Mentionable,
  type MentionRow,
  type Named,
  type People,
} from './mentions.js'

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
