import type { ChannelObject } from '@posthorn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { membershipsQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { lazyPart } from '../data/client/until-loaded.js'
import type { Side } from '../data/posts/queries.js'
import type { PostWindow } from '../data/posts/windows.js'
import { useMe } from '../data/session.js'
import { unreadOf } from '../data/sidebar.js'
import { useTeam } from '../data/teams.js'
import { ErrorState, Loading } from '../server/states.js'
import { Composer } from './composer.js'
import { threadHref, usePlace } from './posts/place.js'
import { PostList } from './posts/post-list.js'
import type { ReadMark } from './posts/rows.js'
import { usePosts } from './use-posts.js'

const NoPosts = lazyPart(() => import('./posts/no-posts.js'), 'NoPosts')

type ChannelPostsProps = {
  channel: ChannelObject
  title: string
  /** The post that the URL links to. */
  post: string | undefined
  /** Whether something covers the channel, so that nobody reads it. */
  isCovered: boolean
  shown: 'roots' | 'all'
}

/** A channel's posts and composer. */
export function ChannelPosts({ channel, title, post, isCovered, shown }: ChannelPostsProps) {
  const team = useTeam()
  const of = { team: team.id, channel: channel.id, shown }
  const { window, error, refetch, extend, jump } = usePosts(of, post, 'post')
  const [written, setWritten] = useState(0)
  useOpenThread(window?.linkedRoot, post)
  return (
    <>
      {!window &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the posts" rows={8} />)}
      {window && (
        <Posts
          key={post ?? ''}
          {...{ channel, title, post, window, jump, written, isCovered }}
          onNearEdge={extend}
        />
      )}
      <Composer place={of} title={title} onSent={() => setWritten(written + 1)} />
    </>
  )
}

/** Replaces the link to a reply by its thread. */
function useOpenThread(root: string | undefined, reply: string | undefined): void {
  const { history } = useRouter()
  const { path, isThread } = usePlace()
  useEffect(() => {
    if (root && reply) history.replace(threadHref({ path, linked: undefined, isThread }, root, reply))
  }, [history, path, isThread, root, reply])
}

type PostsProps = Omit<ChannelPostsProps, 'shown'> & {
  window: PostWindow
  onNearEdge: (side: Side) => void
  jump: () => void
  written: number
}

function Posts({ channel, title, post, window, onNearEdge, jump, written, isCovered }: PostsProps) {
  const [isAtEnd, setAtEnd] = useState(false)
  const isEmpty = window.posts.length === 0
  const isRead = (isAtEnd || isEmpty) && !isCovered
  const read = useReadMark(channel, isRead)
  useTellRead(channel, isRead)
  if (isEmpty)
    return (
      <Suspense fallback={<Loading what="the posts" />}>
        <NoPosts channel={channel} />
      </Suspense>
    )
  return (
    <PostList
      label="Posts"
      {...{ title, window, read, written, onNearEdge }}
      linked={post}
      onAtEnd={setAtEnd}
      onJump={jump}
    />
  )
}

/** Returns what had been read when the channel was opened or the tab left. Posts that arrive while it is visible are not new. */
function useReadMark(channel: ChannelObject, isAtEnd: boolean): ReadMark {
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
function useTellRead(channel: ChannelObject, isAtEnd: boolean): void {
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
