import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { useTeam } from '../data/current-team.js'
import { useMe } from '../data/session.js'
import type { SidebarChannel } from '../data/sidebar.js'
import { otherUserId, userQuery } from '../data/users.js'
import { Presence } from '../people/presence.js'
import { CountBadge } from '../ui/badge.js'
import { Icon } from '../ui/icon.js'
import { itemClasses } from './section.js'

export function ChannelLink({ channel, isUnread, isMuted, badge }: SidebarChannel) {
  const team = useTeam()
  return (
    <Link
      to="/$team/channels/$channel"
      params={{ team: team.name, channel: channel.name }}
      className={itemClasses}
    >
      <Icon name={channel.type === 'P' ? 'lock' : 'hash'} />
      <Name name={channel.display_name || channel.name} {...{ isUnread, isMuted }} />
      {channel.type === 'P' && <span className="sr-only">(private)</span>}
      <CountBadge count={badge} what={badge === 1 ? 'mention' : 'mentions'} />
    </Link>
  )
}

/** A direct channel, named after the other user. */
export function DirectLink({ channel, isUnread, isMuted, badge }: SidebarChannel) {
  const team = useTeam()
  const me = useMe()
  const { data: other } = useQuery(userQuery(otherUserId(channel.name, me.id)))
  if (!other) return null
  return (
    <Link
      to="/$team/messages/@{$user}"
      params={{ team: team.name, user: other.username }}
      className={itemClasses}
    >
      <UserAvatar user={other.id} name={other.username} size="sm" />
      <Presence user={other.id} />
      <Name name={other.username} {...{ isUnread, isMuted }} />
      <CountBadge count={badge} what="unread" />
    </Link>
  )
}

type NameProps = { name: string } & Pick<SidebarChannel, 'isUnread' | 'isMuted'>

function Name({ name, isUnread, isMuted }: NameProps) {
  const isBold = isUnread && !isMuted
  return (
    <>
      <span
        dir="auto"
        title={name}
        className={`flex-auto truncate text-left ${isBold ? 'font-semibold text-text' : ''}`}
      >
        {name}
        {isBold && <span className="sr-only"> (unread)</span>}
        {isMuted && <span className="sr-only"> (muted)</span>}
      </span>
      {isMuted && <Icon name="bell-off" className="size-3.5" />}
    </>
  )
}
