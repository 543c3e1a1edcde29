import type { ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTeam } from '../data/current-team.js'
import { type PostWindow, postsQuery } from '../data/posts.js'
import { Screen } from '../layout/screen.js'
import { ErrorState, Loading } from '../ui/states.js'
import { Composer } from './composer.js'
import { NoPosts } from './no-posts.js'
import { PostList } from './post-list.js'
import { useExtend } from './use-extend.js'
import { useJump } from './use-jump.js'
import { useReadMark, useTellRead } from './use-read-mark.js'

type ChannelViewProps = { channel: ChannelObject; title: string; post?: string }

/** A channel's head, its posts, and what is written to it. */
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
