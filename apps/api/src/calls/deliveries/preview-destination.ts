import type { Payload } from '@posthorn/core'
import { type Destination, directName, type PostChannel, resolve } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'

const previewId = ''

/** Where a payload would go. A direct channel that is not there yet is imagined. */
export async function destinationOf(
  { db }: ApiDeps,
  from: { hookId: string; restrictedTo: string },
  payload: Payload,
): Promise<Destination> {
  const { destinations } = await resolve(
    db,
    [{ delivery: { id: previewId, ...from }, payload }],
    async pairs => {
      const channels = pairs.map((pair): PostChannel => {
        return { id: '', teamId: '', type: 'D', name: directName(pair) }
      })
      return new Map(channels.map(channel => [channel.name, channel]))
    },
  )
  return (
    destinations.get(previewId) ?? { outcome: 'refused', hook: undefined, reason: 'hook_deleted', detail: '' }
  )
}
