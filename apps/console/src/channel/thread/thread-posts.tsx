import { ApiError, type ChannelObject } from '@posthorn/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTeam } from '../../data/current-team.js'
import { useMe } from '../../data/session.js'
import { ErrorState, Loading } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/states.js'
import { Composer } from '../composer.js'
import { channelHref, threadHref, usePlace } from '../posts/place.js'
import { PostList } from '../posts/post-list.js'
import { markThreadSeen } from '../posts/seen-threads.js'
import { usePosts } from '../use-posts.js'

export type ThreadPostsProps = {
  channel: ChannelObject
  title: string
  /** The post that the thread replies to. */
  root: string
  /** The reply that the URL links to. */
  reply: string | undefined
}

/** A thread's posts and composer. */
export function ThreadPosts({ channel, title, root, reply }: ThreadPostsProps) {
  const team = useTeam()
  const { id: me } = useMe()
  const of = { team: team.id, channel: channel.id, shown: root }
  const { window, error, refetch, extend, jump } = usePosts(of, reply, 'reply')
  const [written, setWritten] = useState(0)
  useOwnThread(window?.linkedRoot, root)
  const { state } = useRouter().history.location
  const lastReplyAt = window?.posts.at(-1)?.create_at ?? 0
  useEffect(() => markThreadSeen(root, lastReplyAt), [root, lastReplyAt])
  if (window ? !window.root || window.root.delete_at > 0 : isMissing(error)) return <NoThread />
  if (!window)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the thread" rows={4} />
  return (
    <>
      <PostList
        key={reply ?? ''}
        label="Replies"
        {...{ title, window, written }}
        read={{ until: Number.POSITIVE_INFINITY, me }}
        linked={reply}
        onNearEdge={extend}
        onAtEnd={ignore}
        onJump={jump}
      />
      <Composer
        {...{ root, title }}
        place={of}
        autoFocus={'isReply' in state}
        onSent={() => setWritten(written + 1)}
      />
    </>
  )
}

/** The read mark belongs to the channel. */
const ignore = () => {}

/** Replaces the URL of a thread by its own, if it names a reply. */
function useOwnThread(own: string | undefined, reply: string): void {
  const { history } = useRouter()
  const place = usePlace()
  useEffect(() => {
    if (own) history.replace(threadHref(place, own, reply))
  }, [history, place, own, reply])
}

const isMissing = (error: unknown) => error instanceof ApiError && error.is('no_such_post')

function NoThread() {
  const place = usePlace()
  const { history } = useRouter()
  const close = () => history.push(channelHref(place))
  return (
    <EmptyState
      icon="reply"
      title="Thread not found"
      actions={<Button onClick={close}>Back to posts</Button>}
    >
      <p>The post was deleted, or the link is wrong.</p>
    </EmptyState>
  )
}
