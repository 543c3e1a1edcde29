import type { ChannelObject } from '@posthorn/contract'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { lazyPart } from '../data/client/until-loaded.js'
import { useShowsReplies } from '../data/preferences.js'
import { useMe } from '../data/session.js'
import { useTeam } from '../data/teams.js'
import { Screen } from '../layout/screen.js'
import { Loading } from '../server/states.js'
import { useIsNarrow } from '../ui/use-is-narrow.js'
import { Announcer } from './announcer.js'
import { ChannelPosts } from './channel-posts.js'
import { ChannelActions } from './manage/channel-actions.js'
import { useFollow } from './posts/follow.js'
import { CurrentPlace } from './posts/place.js'
import { pageHtml } from './posts/post-html.js'
import { type ChannelStats, useChannelStats } from './use-channel-stats.js'

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

type HeaderTextProps = { channel: ChannelObject; stats: ChannelStats }

/** Links in Markdown. Until the header's HTML is loaded, only their words are shown. */
const links = /\[([^\]]*)\]\([^)]*\)/g

/** A channel's header, in one line with links, else its purpose. */
function HeaderText({ channel, stats }: HeaderTextProps) {
  if (channel.header === '') return channel.purpose
  if (!stats?.header_html) return channel.header.replace(links, '$1')
  return <Line html={stats.header_html} />
}

function Line({ html }: { html: string }) {
  const { name: team } = useTeam()
  const { username } = useMe()
  const shown = useMemo(() => ({ __html: pageHtml(html, { team, username }) }), [html, team, username])
  const follow = useFollow('a.mention, a.channel, a.here')
  return (
    // biome-ignore lint/a11y: the links inside handle keys themselves
    // biome-ignore lint/security/noDangerouslySetInnerHtml: packages/core rendered and sanitized it
    <span className="post-html" onClick={follow} dangerouslySetInnerHTML={shown} />
  )
}
