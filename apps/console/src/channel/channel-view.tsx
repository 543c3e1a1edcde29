import type { ChannelObject } from '@posthorn/contract'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { lazyPart } from '../data/client/lazy-part.js'
import { useShowsReplies } from '../data/preferences.js'
import { Screen } from '../layout/screen.js'
import { Loading } from '../server/states.js'
import { useIsNarrow } from '../ui/use-is-narrow.js'
import { Announcer } from './announcer.js'
import { ChannelPosts } from './channel-posts.js'
import { HeaderText } from './header-text.js'
import { ChannelActions } from './manage/channel-actions.js'
import { CurrentPlace } from './posts/place.js'
import { useChannelStats } from './use-channel-stats.js'

const ThreadPane = lazyPart(() => import('./thread/thread-pane.js'), 'ThreadPane')

type ChannelViewProps = {
  channel: ChannelObject
  title: string
  /** The URL's path, without a thread. */
  path: string
  post: string | undefined
}

/** A channel, and next to it the thread that the URL names. On narrow screens, the thread covers the channel. */
export function ChannelView({ channel, title, path, post }: ChannelViewProps) {
  const { root } = useParams({ strict: false })
  const { reply } = useSearch({ strict: false })
  const isNarrow = useIsNarrow()
  const showsReplies = useShowsReplies()
  const isCovered = isNarrow && root !== undefined
  const stats = useChannelStats(channel)
  const aboutText = channel.header || channel.purpose
  const place = useMemo(() => ({ path, linked: post, isThread: false }), [path, post])
  return (
    <CurrentPlace value={place}>
      <div className="relative flex min-h-0 flex-auto">
        <div inert={isCovered} className="flex min-w-0 flex-auto flex-col">
          <Screen
            title={title}
            about={aboutText && <HeaderText {...{ channel, stats }} />}
            aboutText={aboutText}
            actions={<ChannelActions {...{ channel, stats, title }} />}
          >
            {showsReplies === undefined ? (
              <Loading what="the posts" rows={8} />
            ) : (
              <ChannelPosts {...{ channel, title, post, isCovered }} shown={showsReplies ? 'all' : 'roots'} />
            )}
          </Screen>
        </div>
        <Suspense>{root && <ThreadPane key={root} {...{ channel, title, root, reply }} />}</Suspense>
        <Announcer channel={channel.id} root={root} />
      </div>
    </CurrentPlace>
  )
}
