import { type Payload, targetOf } from '@posthorn/core'
import {
  type Destination,
  directName,
  findReaders,
  type PostChannel,
  resolve,
  type SeenChannels,
  type User,
} from '@posthorn/db'
import type { Format } from '@posthorn/formats'
import type { ApiDeps } from '../../deps.js'

const previewId = ''

/**
 * Returns where a payload would go. A missing direct channel is reported as if it existed. A channel that the
 * payload names and the user cannot see is reported as missing. The hook's own channel is visible to everybody who
 * may see the hook. `format`: of the delivery that is read, by which a bot's are known.
 */
export async function destinationOf(
  { db }: ApiDeps,
  user: User,
  { hookId, format }: { hookId: string; format: Format | undefined },
  payload: Payload,
): Promise<Destination> {
  const isNamed = targetOf(payload).kind !== 'default'
  const seen: SeenChannels = async channels => {
    const readers = await findReaders(
      db,
      channels.map(({ id }) => ({ channelId: id, userId: user.id })),
    )
    const readable = new Set(readers.map(({ channelId }) => channelId))
    return channels.filter(({ id, type }) => type === 'O' || readable.has(id))
  }
  const { destinations } = await resolve(
    db,
    [{ delivery: { id: previewId, hookId, restrictedTo: user.id, ...(format && { format }) }, payload }],
    imagineDirectChannels,
    isNamed ? seen : undefined,
  )
  return (
    destinations.get(previewId) ?? { outcome: 'refused', hook: undefined, reason: 'hook_deleted', detail: '' }
  )
}

async function imagineDirectChannels(pairs: Parameters<typeof directName>[0][]) {
  const channels = pairs.map((pair): PostChannel => {
    return { id: '', teamId: '', type: 'D', name: directName(pair) }
  })
  return new Map(channels.map(channel => [channel.name, channel]))
}
