import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'

/** An SQL expression: the user who answers for what the user in this column does. For a bot, that is the owner of its app. */
export const ownerColumn = (column: string) =>
  `coalesce((SELECT creator_id FROM oauth_apps WHERE bot_user_id = ${column}), ${column})`

/** Returns the owner of a sender: of a hook, or of a user who sends by a token. */
export async function findOwner(db: Db, senderId: string): Promise<string> {
  const [found] = await db.$queryRaw<{ owner: string }[]>`
    SELECT ${Prisma.raw(ownerColumn('user_id'))} AS owner
    FROM (SELECT coalesce((SELECT user_id FROM hooks WHERE id = ${senderId}), ${senderId}) AS user_id) AS sender`
  return found?.owner ?? senderId
}
