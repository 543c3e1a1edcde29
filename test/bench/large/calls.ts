import { base32 } from '@posthorn/core'
import type { Rig } from '../systems/rig.js'

/** A call of the api: its path, and what it searches for if it is a search of posts. */
export type ReadCall = { path: string; terms?: string }

/** What is read of a channel, by what a user would call it. Offsets need so many posts. */
export const readNames = [
  'newest page',
  'page before a post',
  'page after a post',
  'page at offset 20,000',
  'page at offset 20,000 before a post',
  'page at offset 20,000 after the first post',
  'since',
  'post with its thread',
  'permalink',
  'versions of a post',
  'unread counts',
  'history',
  'history of rejected deliveries',
  'history with a text',
  'delivery',
  'count',
  'count with a text',
  'figures of a webhook',
  'mentions',
] as const

/** Searches have a goal of their own. */
export const searchNames = [
  'rare word',
  'common word',
  'prefix',
  'phrase',
  'two words',
  'two rare words',
  'word from: a user',
  'word in: a channel',
  'word before: a day',
  'word after: a day',
  'word has: a link',
  'word that no post has',
] as const

export type ReadName = (typeof readNames)[number]
export type SearchName = (typeof searchNames)[number]

/** How many posts are newer than the post that is read with its thread, if there are twice as many. */
const mostNewer = 10_000

/** `run` and `call` name one of the posts that the bench sent. */
export async function readCalls(
  { db }: Rig,
  sent: { run: string; call: number },
): Promise<Record<ReadName, ReadCall>> {
  const channel = await db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  const { id: hookId } = await db.hook.findFirstOrThrow({ orderBy: { id: 'asc' } })
  const idAt = async (order: 'asc' | 'desc', skip: number) =>
    (await db.post.findFirstOrThrow({ where: { channelId: channel.id }, orderBy: { id: order }, skip })).id
  const posts = await db.post.count({ where: { channelId: channel.id } })
  const [oldest, middle] = [await idAt('asc', 0), await idAt('desc', Math.min(mostNewer, posts >> 1))]
  const team = `/teams/${channel.teamId}`
  const channelPosts = `${team}/channels/${channel.id}/posts`
  const history = `${team}/hooks/incoming/${hookId}/deliveries`
  const text = `${sent.run}/${sent.call}*`
  const paths: Record<Exclude<ReadName, 'mentions'>, string> = {
    'newest page': `${channelPosts}/page/0/60`,
    'page before a post': `${channelPosts}/${middle}/before/0/60`,
    'page after a post': `${channelPosts}/${middle}/after/0/60`,
    'page at offset 20,000': `${channelPosts}/page/20000/60`,
    'page at offset 20,000 before a post': `${channelPosts}/${middle}/before/20000/60`,
    'page at offset 20,000 after the first post': `${channelPosts}/${oldest}/after/20000/60`,
    since: `${channelPosts}/since/${Date.now() - 1000}`,
    'post with its thread': `${channelPosts}/${middle}/get`,
    permalink: `${team}/pltmp/${middle}`,
    'versions of a post': `${channelPosts}/${middle}/versions`,
    'unread counts': '/teams/unread',
    history: history,
    'history of rejected deliveries': `${history}?outcome=rejected`,
    'history with a text': `${history}?text=${encodeURIComponent(text)}`,
    delivery: `${history}/${middle.slice(0, -2)}00`,
    count: `${history}/count`,
    'count with a text': `${history}/count?text=${encodeURIComponent(text)}`,
    'figures of a webhook': `${history.slice(0, -'/deliveries'.length)}/figures?over=day`,
  }
  const named = Object.entries(paths).map(([name, path]) => [name, { path }])
  return { ...Object.fromEntries(named), mentions: { path: `${team}/posts/search`, terms: '@admin' } }
}

/** Returns searches of a team for words that `fillPosts` wrote. */
export function searchCalls(
  teamId: string,
  { words, commit }: { words: string[]; commit: string },
): Record<SearchName, ReadCall> {
  const [common, second, uncommon, other] = words
  const [today, tomorrow] = [0, 1].map(days =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  )
  const terms: Record<SearchName, string> = {
    'rare word': commit,
    'common word': `${common}`,
    prefix: `${uncommon?.slice(0, 4)}*`,
    phrase: `"${common} ${second}"`,
    'two words': `${common} ${uncommon}`,
    'two rare words': `${uncommon} ${other}`,
    'word from: a user': `${uncommon} from:admin`,
    'word in: a channel': `${uncommon} in:town-square`,
    'word before: a day': `${uncommon} before:${today}`,
    'word after: a day': `${uncommon} before:${tomorrow}`,
    'word has: a link': `${common} has:link`,
    'word that no post has': `unheardof${base32(1, 4)}`,
  }
  const path = `/teams/${teamId}/posts/search`
  return Object.fromEntries(searchNames.map(name => [name, { path, terms: terms[name] }])) as Record<
    SearchName,
    ReadCall
  >
}
