import type { ChannelObject } from '@posthorn/contract'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { channelStatsQuery } from '../data/channel-users.js'
import { useTeam } from '../data/teams.js'

/** In the first channel after the page was loaded, what its head adds can wait. */
const firstAfterMs = 500
let isFirst = true

export type ChannelStats = ReturnType<typeof useChannelStats>

/** A channel's number of members, and its header as HTML. Fetched after its posts. */
export function useChannelStats({ id, header }: ChannelObject) {
  const team = useTeam()
  const isFetching = useIsFetching({ queryKey: ['posts', id] }) > 0
  const [enabled, setEnabled] = useState(false)
  useEffect(() => {
    if (isFetching) return
    const enable = () => {
      isFirst = false
      setEnabled(true)
    }
    const timer = setTimeout(enable, isFirst ? firstAfterMs : 0)
    return () => clearTimeout(timer)
  }, [isFetching])
  return useQuery({ ...channelStatsQuery(team.id, id, header), enabled }).data
}
