import { type Channel, countMembers, type Db, findNamed, type MentionRow, type Named } from '@posthorn/db'
import type { Composed } from './compose.js'

/** A channel with more members is not mentioned as a whole (spec 10.2). */
const maxMembersMentionedAtOnce = 1000

/**
 * Who is mentioned by these posts (spec 10): members of the channel by name, or by a word they asked for; the whole
 * channel by @channel and @all; both ends of a direct channel always. Hooks may mention their creator.
 */
export async function findMentions(db: Db, posts: Composed[]): Promise<MentionRow[]> {
  const inTeams = posts.filter(({ channel, words }) => channel.type !== 'D' && words.size > 0)
  const [named, wholes] = await Promise.all([findPeople(db, inTeams), findWholes(db, inTeams)])
  return posts.flatMap(({ row, channel, words }) => {
    const members = (named.get(channel.id) ?? []).filter(isNamedIn(words)).map(({ userId }) => userId)
    const whole = wholes.has(channel.id) && namesAll(words) ? [''] : []
    const mentioned = channel.type === 'D' ? endsOf(channel) : [...members, ...whole]
    return mentioned.map(userId => ({ postId: row.id, userId, channelId: channel.id }))
  })
}

async function findPeople(db: Db, posts: Composed[]): Promise<Map<string, Named[]>> {
  const names = new Set(posts.flatMap(({ words }) => [...words].filter(isName).map(word => word.slice(1))))
  const channelIds = new Set(posts.map(({ channel }) => channel.id))
  const people = new Map<string, Named[]>()
  for (const person of await findNamed(db, [...channelIds], [...names])) {
    people.set(person.channelId, [...(people.get(person.channelId) ?? []), person])
  }
  return people
}

/** The channels that some post mentions as a whole, and that are small enough for it. */
async function findWholes(db: Db, posts: Composed[]): Promise<Set<string>> {
  const channelIds = new Set(posts.filter(({ words }) => namesAll(words)).map(({ channel }) => channel.id))
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

/** A direct channel's name is its two user ids (spec 1.6). */
function endsOf({ name }: Channel): string[] {
  return name.split('__')
}
