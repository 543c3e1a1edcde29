import type { ChannelObject } from '@posthorn/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useTeam } from '../data/current-team.js'
import { extendWindow, type Place, type PostWindow, postsQuery } from '../data/posts.js'
import { Screen } from '../layout/screen.js'
import { ErrorState, Loading } from '../ui/states.js'
import { Composer } from './composer.js'
import { NoPosts } from './posts/no-posts.js'
import { PostList } from './posts/post-list.js'
import { useReadMark, useTellRead } from './use-read-mark.js'

/** Shows the newest posts. */
function useJump(place: Place, post: string | undefined): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => {
    const { queryKey } = postsQuery(place)
    if (client.getQueryData(queryKey)?.hasNewer) void client.resetQueries({ queryKey, exact: true })
    if (post !== undefined) void navigate({ to: '.', search: {} })
  }
}

/** Fetches the next page on one side, one at a time. After a failure, it retries when the reader scrolls near again. */
function useExtend({ team, channel }: Place, around: string | undefined) {
  const client = useQueryClient()
  const underWay = useRef(new Set<'before' | 'after'>())
  return useCallback(
    (side: 'before' | 'after') => {
      if (underWay.current.has(side)) return
      underWay.current.add(side)
      extendWindow(client, { team, channel }, around, side)
        .catch(() => {}) // the banner says that the server is down
        .finally(() => underWay.current.delete(side))
    },
    [client, team, channel, around],
  )
}

type ChannelViewProps = { channel: ChannelObject; title: string; post?: string }

/** A channel: its header, posts and composer. */
export function ChannelView({ channel, title, post }: ChannelViewProps) {
  const team = useTeam()
  const place = { team: team.id, channel: channel.id }
  const { data: window, error, refetch } = useQuery(postsQuery(place, post))
  const jump = useJump(place, post)
  const [written, setWritten] = useState(0)
  return (
    <Screen title={title} about={channel.purpose || channel.header}>
      {!window &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the posts" rows={8} />)}
      {window && <Posts key={post ?? ''} {...{ channel, title, post, window, jump, written }} />}
      <Composer place={place} title={title} onSent={() => setWritten(written + 1)} />
    </Screen>
  )
}

type PostsProps = {
  channel: ChannelObject
  title: string
  post: string | undefined
  window: PostWindow
  jump: () => void
  written: number
}

function Posts({ channel, title, post, window, jump, written }: PostsProps) {
  const team = useTeam()
  const [isAtEnd, setAtEnd] = useState(false)
  const isEmpty = window.posts.length === 0
  const read = useReadMark(channel, isAtEnd || isEmpty)
  useTellRead(channel, isAtEnd || isEmpty)
  const extend = useExtend({ team: team.id, channel: channel.id }, post)
  if (isEmpty) return <NoPosts channel={channel} />
  return (
    <PostList
      {...{ title, window, read, written }}
      linked={post}
      onNearEdge={extend}
      onAtEnd={setAtEnd}
      onJump={jump}
    />
  )
}
