import type { ChannelObject } from '@posthorn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { membershipsQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/current-team.js'
import { useMe } from '../data/session.js'
import { unreadOf } from '../data/sidebar.js'
import type { ReadMark } from './posts/rows.js'

/** Returns what had been read when the channel was opened or the tab left. Posts that arrive while it is visible are not new. */
export function useReadMark(channel: ChannelObject, isAtEnd: boolean): ReadMark {
  const team = useTeam()
  const { id: me } = useMe()
  const { data: members } = useQuery(membershipsQuery(team.id))
  const viewedAt = members?.[channel.id]?.last_viewed_at
  const { last_post_at: newest } = channel
  const [until, setUntil] = useState<number>()
  const [seen, setSeen] = useState(newest)
  if (until === undefined && viewedAt !== undefined) setUntil(viewedAt)
  if (seen !== newest) {
    setSeen(newest)
    if (isAtEnd && !document.hidden && until !== undefined && until >= seen) setUntil(newest)
  }
  useEffect(() => {
    const leave = () => document.hidden && setUntil(newest)
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [newest])
  return { until: until ?? Number.POSITIVE_INFINITY, me }
}

/** Marks the channel as read when its newest post becomes visible. */
export function useTellRead(channel: ChannelObject, isAtEnd: boolean): void {
  const team = useTeam()
  const { data: members } = useQuery(membershipsQuery(team.id))
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden)
  const { isUnread } = unreadOf(channel, members?.[channel.id])
  const { mutate } = useMutation({
    mutationFn: () => api.viewChannels({ params: { team: team.id }, body: { channel_id: channel.id } }),
  })
  const { total_msg_count: count } = channel
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new post must be marked
  useEffect(() => {
    if (isUnread && isAtEnd && isVisible) mutate()
  }, [isUnread, isAtEnd, isVisible, count, mutate])
}

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
