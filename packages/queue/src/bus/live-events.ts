import { z } from 'zod'
import type { Topic } from './bus.js'

/** An event as clients get it but for its number, and whom it is for (docs/behaviour.md, live events). */
export const LiveEvent = z.object({
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** One user, a channel's members or a team's members; everybody when all three are empty. */
  broadcast: z.object({
    user_id: z.string(),
    channel_id: z.string(),
    team_id: z.string(),
    omit_users: z.record(z.string(), z.boolean()).nullable(),
  }),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** What the processes with clients' sockets hear: something to tell them, or why sockets are to be closed. */
export const LiveNews = z.union([
  /** Ids of posts that were stored, in the order of their channels: who hears of them reads them from Postgres. */
  z.object({ posts: z.array(z.string()) }),
  z.object({ event: LiveEvent }),
  z.object({ endedSession: z.string() }),
  /** Something could not be said while this one's line was broken. */
  z.object({ unsaid: z.literal(true) }),
])
export type LiveNews = z.infer<typeof LiveNews>

export const liveNews: Topic<LiveNews> = { name: 'live', shape: LiveNews }
