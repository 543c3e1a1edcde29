import { createClient } from '@posthorn/contract'
import { sessionOf } from '../api/callers.js'
import type { Stack } from './stack.js'

/** Returns what a user does in a channel without a browser. */
export async function personIn({ db, consoleUrl, channelNamed }: Stack, username: string, name: string) {
  const user = await db.user.findUniqueOrThrow({ where: { username } })
  const { id: channel, teamId: team } = await channelNamed(name)
  const client = createClient({ baseUrl: consoleUrl, token: await sessionOf(db, user.id) })
  const params = { team, channel }
  return {
    write: (message: string, root_id = '') => client.createPost({ params, body: { message, root_id } }),
    edit: (id: string, message: string) => client.updatePost({ params, body: { id, message } }),
    remove: (post: string) => client.deletePost({ params: { ...params, post } }),
  }
}
