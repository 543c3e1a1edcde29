import type { Db } from '../connection/open.js'
import { beginsWithWords, wordsOf } from '../connection/words.js'
import { type Channel, findChannels } from './channels.js'

/** `without`: only channels that this user is not in. */
type ChannelSearch = { term: string; limit: number; without?: string }

/** Returns the team's live public channels whose name has a word starting with each word of `term`, by display name. */
export async function findPublicChannels(
  db: Db,
  teamId: string,
  { term, limit, without = '' }: ChannelSearch,
): Promise<Channel[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM channels
    WHERE team_id = ${teamId} AND type = 'O' AND delete_at = 0 AND ${beginsWithWords(`name || ' ' || display_name`, wordsOf(term))}
      AND NOT EXISTS (SELECT FROM channel_members WHERE channel_id = channels.id AND user_id = ${without})
    ORDER BY display_name, name LIMIT ${limit}`
  const channels = await findChannels(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id }) => channels.get(id) ?? [])
}
