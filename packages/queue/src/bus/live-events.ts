import { z } from 'zod'
import type { Topic } from './bus.js'

/** An event as clients receive it, without its number, and its audience (docs/behaviour.md, live events). */
export const LiveEvent = z.object({
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** One user, a channel's members or a team's members; everybody if all three are empty. */
  broadcast: z.object({
    user_id: z.string(),
    channel_id: z.string(),
    team_id: z.string(),
    omit_users: z.record(z.string(), z.boolean()).nullable(),
  }),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** A message for the processes that hold clients' sockets: an event, or a reason to close sockets. */
export const LiveNews = z.union([
  /** Ids of stored posts, in the order of their channels. Subscribers read the posts from Postgres. */
  z.object({ posts: z.array(z.string()) }),
  /** Ids of posts that a worker edited or deleted. */
  z.object({ edited: z.array(z.string()) }),
  /** Posts that were erased with their rows, so that subscribers cannot read them any more. */
  z.object({ erased: z.array(z.object({ id: z.string(), channelId: z.string(), rootId: z.string() })) }),
  z.object({ event: LiveEvent }),
  z.object({ endedSession: z.string() }),
  /** A message was lost while the publisher's connection was broken. */
  z.object({ unsaid: z.literal(true) }),
])
export type LiveNews = z.infer<typeof LiveNews>
export type ErasedNews = Extract<LiveNews, { erased: unknown }>['erased']

export const liveNews: Topic<LiveNews> = { name: 'live', shape: LiveNews }

const maxErasedAtOnce = 500

/** Returns the messages about erased posts. Emptied ones are still stored. */
export function newsOfErased(posts: (ErasedNews[number] & { isEmptied: boolean })[]): LiveNews[] {
  const news: LiveNews[] = []
  for (let at = 0; at < posts.length; at += maxErasedAtOnce) {
    const some = posts.slice(at, at + maxErasedAtOnce)
    const edited = some.filter(({ isEmptied }) => isEmptied).map(({ id }) => id)
    const erased = some.filter(({ isEmptied }) => !isEmptied)
    if (edited.length > 0) news.push({ edited })
    if (erased.length > 0) news.push({ erased })
  }
  return news
}
