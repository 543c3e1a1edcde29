import { ApiError, type ChannelObject } from '@posthorn/contract'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '../../data/session.js'
import { useTeam } from '../../data/teams.js'
import { ErrorState, Loading } from '../../server/states.js'
import { Button, IconButton } from '../../ui/button.js'
import { EmptyState } from '../../ui/states.js'
import { useIsNarrow } from '../../ui/use-is-narrow.js'
import { Composer } from '../composer.js'
import { CurrentPlace, channelHref, threadHref, usePlace } from '../posts/place.js'
import { PostList } from '../posts/post-list.js'
import { markThreadSeen } from '../posts/seen-threads.js'
import { usePosts } from '../use-posts.js'

/** A thread next to its channel; on narrow screens, above it. Esc, its button and Back close it. */
export function ThreadPane(props: ThreadPostsProps) {
  const { title, root } = props
  const place = usePlace()
  const { history } = useRouter()
  const isNarrow = useIsNarrow() // it covers the channel then
  const inThread = useMemo(() => ({ ...place, isThread: true }), [place])
  const pane = useRef<HTMLElement>(null)
  useFocusWhileOpen(pane, root)
  const close = () => history.push(channelHref(place))
  const press = (event: KeyboardEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('dialog, [popover]')
    if (event.key === 'Escape' && !event.defaultPrevented && !isInDialog) close()
  }
  return (
    <aside
      ref={pane}
      role={isNarrow ? 'main' : undefined}
      aria-label="Thread"
      tabIndex={-1}
      onKeyDown={press}
      className="flex flex-col bg-page outline-none max-lg:absolute max-lg:inset-0 lg:w-104 lg:shrink-0 lg:border-l lg:border-line"
    >
      <header className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 aria-level={isNarrow ? 1 : 2} className="text-lg font-semibold">
          Thread
        </h2>
        <p dir="auto" title={title} className="min-w-0 flex-auto truncate text-sm text-quiet">
          {title}
        </p>
        <IconButton icon="x" label="Close thread" onClick={close} />
      </header>
      <CurrentPlace value={inThread}>
        <ThreadPosts {...props} />
      </CurrentPlace>
    </aside>
  )
}

/** Focuses the pane when it opens, and the thread's link or post in the channel when it closes. */
function useFocusWhileOpen(pane: { current: HTMLElement | null }, root: string): void {
  useEffect(() => {
    const isInside = pane.current?.contains(document.activeElement)
    if (!isInside) pane.current?.focus({ preventScroll: true })
    return () => {
      const back = [`[data-thread="${root}"]`, `[data-post="${root}"]`].flatMap(
        selector => document.querySelector<HTMLElement>(selector) ?? [],
      )[0]
      // the channel is inert until the next rendering
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) back?.focus({ preventScroll: true })
      })
    }
  }, [pane, root])
}

type ThreadPostsProps = {
  channel: ChannelObject
  title: string
  /** The post that the thread replies to. */
  root: string
  /** The reply that the URL links to. */
  reply: string | undefined
}

/** A thread's posts and composer. */
function ThreadPosts({ channel, title, root, reply }: ThreadPostsProps) {
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
