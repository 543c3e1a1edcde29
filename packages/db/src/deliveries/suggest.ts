import { nearestName, type Target } from '@posthorn/core'
import { publicChannelNames } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import type { Destination } from './destination.js'

/**
 * Tell for an unknown channel which one was probably meant. Only public channels are named: who has a hook's key may be
 * nobody who may know of the others.
 */
export async function suggest(
  db: Db,
  aims: { id: string; target: Target }[],
  destinations: Map<string, Destination>,
): Promise<Map<string, Destination>> {
  const names = new Map<string, Promise<string[]>>()
  for (const { id, target } of aims) {
    const at = destinations.get(id)
    if (at?.outcome !== 'refused' || at.reason !== 'unknown_channel' || !at.hook || target.kind !== 'channel')
      continue
    const { teamId } = at.hook
    const known = names.get(teamId) ?? publicChannelNames(db, teamId)
    names.set(teamId, known)
    const nearest = nearestName(target.name, await known)
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    destinations.set(id, {
      ...at,
      detail: `There is no channel ${shown(target.name)} in the hook's team.${meant}`,
    })
  }
  return destinations
}

/** A sender may write any length of text where a name should be; no name is longer than this. */
const maxShown = 64

/** A name as a sender wrote it, short enough to repeat. */
export function shown(name: string): string {
  return name.length > maxShown ? `${name.slice(0, maxShown).toWellFormed()}…` : name
}
