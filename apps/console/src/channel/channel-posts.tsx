import type { ChannelObject } from '@posthorn/contract'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../data/client/lazy-part.js'
import { useTeam } from '../data/current-team.js'
import type { Side } from '../data/posts/queries.js'
import type { PostWindow } from '../data/posts/windows.js'
import { ErrorState, Loading } from '../server/states.js'
import { Composer } from './composer.js'
import { threadHref, usePlace } from './posts/place.js'
import { PostList } from './posts/post-list.js'
import { usePosts } from './use-posts.js'
import { useReadMark, useTellRead } from './use-read-mark.js'

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
