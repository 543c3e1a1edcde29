import type { ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { oneChannelQuery } from '../data/channels.js'
import { useTeam } from '../data/teams.js'

/** A channel that a hook of this team can have, by id; null if the user cannot see it. */
export function useTargetChannel(id: string): ChannelObject | null | undefined {
  const team = useTeam()
  return useQuery({ ...oneChannelQuery(team.id, 'readable', id), enabled: id !== '' }).data
}

export function nameOf({ display_name, name }: ChannelObject): string {
  return display_name || name
}
