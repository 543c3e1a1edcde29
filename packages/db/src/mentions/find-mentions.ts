import { type DraftPost, mentionWords } from '@posthorn/core'
import type { Channel } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import { countMembers, findNamed, type MentionRow, type Named } from './mentions.js'

/** A channel with more members is not mentioned as a whole (docs/behaviour.md, mentions). */
const maxMembersMentionedAtOnce = 1000

/**
 * A post to be stored, and where. `named` are its words when an @ in it may name somebody; whoever asks for `words`
 * gets those of any post.
 */
export type Mentioning = {
  row: { id: string }
  channel: Channel
  named: Set<string> | undefined
  words: () => Set<string>
}

/** What `findMentions` asks of a post; `row` is the draft as it will be stored. */
export function mentioning<Row extends { id: string; message: string; props: string }>(
  row: Row,
  channel: Channel,
  draft: DraftPost,
): Mentioning & { row: Row } {
  const words = () => mentionWords(draft)
  const hasAt = row.message.includes('@') || row.props.includes('@')
  return { row, channel, named: hasAt ? words() : undefined, words }
}

/** A post in a team's channel, with its words where they may name somebody. */
type TokenizedPost = { post: Mentioning; words: Set<string> }

/**
 * Who is mentioned by these posts (docs/behaviour.md, mentions): members of the channel by name, or by a word they asked for; the whole
 * channel by @channel and @all; both ends of a direct channel always. Hooks may mention their creator.
 */
export async function findMentions(db: Db, posts: Mentioning[]): Promise<MentionRow[]> {
  const direct = posts.filter(({ channel }) => channel.type === 'D')
  const inTeams = posts.filter(({ channel }) => channel.type !== 'D')
  const addressed = inTeams.flatMap(post => (post.named ? [{ post, words: post.named }] : []))
  const [people, wholes] = await Promise.all([findPeople(db, inTeams, addressed), findWholes(db, addressed)])
  // without an @ only those can be meant who asked for other words: most posts need not be searched at all
  const others = inTeams.filter(post => !post.named && people.has(post.channel.id))
  const worded = [...addressed, ...others.map(post => ({ post, words: post.words() }))]
  return [
    ...direct.flatMap(post => endsOf(post.channel).map(userId => mention(post, userId))),
    ...worded.flatMap(({ post, words }) => {
      const named = (people.get(post.channel.id) ?? []).filter(isNamedIn(words)).map(({ userId }) => userId)
      const whole = wholes.has(post.channel.id) && namesAll(words) ? [''] : []
      return [...named, ...whole].map(userId => mention(post, userId))
    }),
  ]
}

function mention({ row, channel }: Mentioning, userId: string): MentionRow {
  return { postId: row.id, userId, channelId: channel.id }
}

/** By channel, the members that some post names, and those who asked for words of their own. */
async function findPeople(
  db: Db,
  posts: Mentioning[],
  addressed: TokenizedPost[],
): Promise<Map<string, Named[]>> {
  const names = new Set(
    addressed.flatMap(({ words }) => [...words].filter(isName).map(word => word.slice(1))),
  )
  const channelIds = new Set(posts.map(({ channel }) => channel.id))
  const people = new Map<string, Named[]>()
  for (const person of await findNamed(db, [...channelIds], [...names])) {
    people.set(person.channelId, [...(people.get(person.channelId) ?? []), person])
  }
  return people
}

/** The channels that some post mentions as a whole, and that are small enough for it. */
async function findWholes(db: Db, addressed: TokenizedPost[]): Promise<Set<string>> {
  const channelIds = new Set(
    addressed.filter(({ words }) => namesAll(words)).map(({ post }) => post.channel.id),
  )
  const members = await countMembers(db, [...channelIds])
  return new Set([...members].filter(([, count]) => count <= maxMembersMentionedAtOnce).map(([id]) => id))
}

const isName = (word: string) => word.startsWith('@')

const namesAll = (words: Set<string>) => words.has('@channel') || words.has('@all')

/** `@name` always; the keywords in any case; the first name as it is written. */
function isNamedIn(words: Set<string>): (person: Named) => boolean {
  return ({ username, keywords, firstName }) =>
    words.has(`@${username}`) ||
    keywords.some(keyword => words.has(keyword)) ||
    (firstName !== undefined && words.has(firstName))
}

/** A direct channel's name is its two user ids (docs/behaviour.md, mentions). */
function endsOf({ name }: Channel): string[] {
  return name.split('__')
}
