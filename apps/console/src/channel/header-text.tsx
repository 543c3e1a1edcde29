import type { ChannelObject } from '@posthorn/contract'
import { useMemo } from 'react'
import { useTeam } from '../data/current-team.js'
import { useMe } from '../data/session.js'
import { useFollow } from './posts/follow.js'
import { pageHtml } from './posts/post-html.js'
import type { ChannelStats } from './use-channel-stats.js'

type HeaderTextProps = { channel: ChannelObject; stats: ChannelStats }

/** Links in Markdown. Until the header's HTML is loaded, only their words are shown. */
const links = /\[([^\]]*)\]\([^)]*\)/g

/** A channel's header, in one line with links, else its purpose. */
export function HeaderText({ channel, stats }: HeaderTextProps) {
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
