import type { PostObject } from '@posthorn/contract'
import type { Server } from '../../session/server.js'

/** Looks up names once each. A name that cannot be found is replaced by the ID. */
export function openNames({ client, team }: Server) {
  const channels = new Map<string, string>()
  const users = new Map<string, string>()
  return {
    /** Returns the URL name of a post’s channel. */
    channel: ({ channel_id: id }: PostObject) =>
      remembered(channels, id, async () => {
        const params = { team: (await team()).id, channel: id }
        return (await client.getChannel({ params })).channel.name
      }),
    /** Returns the name that a post shows. */
    author: async ({ user_id: id, props }: PostObject) =>
      props.from_webhook === 'true' && typeof props.override_username === 'string'
        ? props.override_username
        : remembered(users, id, async () => (await client.getUser({ params: { user: id } })).username),
  }
}

async function remembered(
  known: Map<string, string>,
  id: string,
  find: () => Promise<string>,
): Promise<string> {
  const name = known.get(id) ?? (await find().catch(() => id))
  known.set(id, name)
  return name
}
