import { nearestName } from '@posthorn/core'
import { publicChannelNames } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import type { Destination } from './destination.js'

/**
 * Suggests the intended name for an unknown channel. Suggests only public channels, because holders of a hook's
 * key may not be allowed to know about others.
 */
export async function suggest(
  db: Db,
  aims: { id: string; target: { kind: 'channel'; name: string } | { kind: string } }[],
  destinations: Map<string, Destination>,
): Promise<Map<string, Destination>> {
  const names = new Map<string, Promise<string[]>>()
  for (const { id, target } of aims) {
    const at = destinations.get(id)
    if (at?.outcome !== 'refused' || at.reason !== 'unknown_channel' || !at.hook || !('name' in target))
      continue
    const { teamId, isUser } = at.hook
    const known = names.get(teamId) ?? publicChannelNames(db, teamId)
    names.set(teamId, known)
    const nearest = nearestName(target.name, await known)
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    destinations.set(id, {
      ...at,
      detail: `There is no channel ${shown(target.name)} in the ${isUser ? 'app' : 'hook'}'s team.${meant}`,
    })
  }
  return destinations
}

/** Senders can put text of any length in place of a name. Real names are never longer. */
const maxShown = 64

/** A name as the sender wrote it, cut to a length that fits in a message. */
export function shown(name: string): string {
  return name.length > maxShown ? `${name.slice(0, maxShown).toWellFormed()}…` : name
}
