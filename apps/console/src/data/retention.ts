import type { RetentionObject } from '@posthorn/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.js'
import { api } from './client/api.js'

/** Where a number of days applies. */
export type RetentionPlace = { team: string; channel?: string } | 'server'

function read(
  place: RetentionPlace,
  days: number | undefined,
  signal?: AbortSignal,
): Promise<RetentionObject> {
  const asked = { query: { days }, ...(signal && { signal }) }
  if (place === 'server') return api.getServerRetention(asked)
  const { team, channel } = place
  return channel === undefined
    ? api.getTeamRetention({ params: { team }, ...asked })
    : api.getChannelRetention({ params: { team, channel }, ...asked })
}

/** How long posts are stored. Counts the posts that `days` would delete. */
export const retentionQuery = (place: RetentionPlace, days?: number) =>
  queryOptions({
    queryKey: ['retention', place, days],
    queryFn: ({ signal }) => read(place, days, signal),
    staleTime: 0,
  })

/** Only channels and teams can have no number of their own. */
async function save(place: RetentionPlace, days: number | null): Promise<unknown> {
  if (place === 'server') return api.saveConfig({ body: { DataRetentionSettings: { PostDays: days ?? 0 } } })
  const { team, channel } = place
  return channel === undefined
    ? api.setTeamRetention({ params: { team }, body: { days } })
    : api.setChannelRetention({ params: { team, channel }, body: { days } })
}

export function useSaveRetention(place: RetentionPlace, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (days: number | null) => save(place, days),
    onSuccess: async () => {
      await Promise.all(
        [['retention'], ['settings'], ['audit']].map(queryKey => client.invalidateQueries({ queryKey })),
      )
      toast('Saved')
      onSaved()
    },
  })
}
