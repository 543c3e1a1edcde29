import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { useIsOAuthOn } from '../data/client/client-props.js'
import { useMe } from '../data/session.js'
import { type SidebarChannel, useSidebarChannels } from '../data/sidebar.js'
import { useTeam } from '../data/teams.js'
import { otherUserId, userQuery } from '../data/users.js'
import { JumpButton } from '../jump/jump-button.js'
import { Presence } from '../people/presence.js'
import { CountBadge } from '../ui/badge.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { ListRows } from '../ui/rows/list-rows.js'
import { TeamMenu } from './team-menu.js'

/** A team's sidebar: channels, direct messages and integrations. */
export function Sidebar({ className }: { className?: string }) {
  const team = useTeam()
  const channels = useSidebarChannels()
  const named = useMemo(() => channels?.filter(({ channel }) => channel.type !== 'D'), [channels])
  const directs = useMemo(() => channels?.filter(({ channel }) => channel.type === 'D') ?? [], [channels])
  return (
    <nav aria-label="Sidebar" className={classes('flex-col bg-sidebar', className)}>
      <TeamMenu />
      <div className="p-2 pb-0">
        <JumpButton />
      </div>
      <div data-scroller className="flex min-h-0 flex-auto flex-col gap-4 overflow-y-auto p-2">
        <Section
          title="Channels"
          action={
            <Link
              to="/$team/channels"
              params={{ team: team.name }}
              title="Browse channels"
              aria-label="Browse channels"
              activeOptions={{ exact: true }} // the URLs of channels begin like its own
              className="flex size-6 items-center justify-center rounded-md hover:bg-pressed hover:text-text pointer-coarse:size-10"
            >
              <Icon name="plus" />
            </Link>
          }
        >
          {named && <Channels channels={named}>{entry => <ChannelLink {...entry} />}</Channels>}
        </Section>
        {directs.length > 0 && (
          <Section title="Direct messages">
            <Channels channels={directs}>{entry => <DirectLink {...entry} />}</Channels>
          </Section>
        )}
        <Section title="Integrations">
          <ul>
            <IntegrationLinks />
          </ul>
        </Section>
      </div>
    </nav>
  )
}

/** A row's height in pixels, unless fingers need more. */
const rowPx = 28

type ChannelsProps = { channels: SidebarChannel[]; children: (entry: SidebarChannel) => ReactNode }

function Channels({ channels, children }: ChannelsProps) {
  return (
    <ListRows items={channels} keyOf={keyOf} rowPx={rowPx} isLined={false}>
      {children}
    </ListRows>
  )
}

const keyOf = ({ channel }: SidebarChannel) => channel.id

function ChannelLink({ channel, isUnread, isMuted, badge }: SidebarChannel) {
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
function DirectLink({ channel, isUnread, isMuted, badge }: SidebarChannel) {
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

/** Links to webhooks, applications and bots. */
function IntegrationLinks() {
  const isOAuthOn = useIsOAuthOn()
  const { name: team } = useTeam()
  return (
    <>
      <li>
        <Link to="/$team/integrations/incoming" params={{ team }} className={itemClasses}>
          <Icon name="webhook" />
          Incoming webhooks
        </Link>
      </li>
      {isOAuthOn && (
        <>
          <li>
            <Link to="/$team/integrations/apps" params={{ team }} className={itemClasses}>
              <Icon name="apps" />
              Applications
            </Link>
          </li>
          <li>
            <Link to="/$team/integrations/bots" params={{ team }} className={itemClasses}>
              <Icon name="person" />
              Bots
            </Link>
          </li>
        </>
      )}
    </>
  )
}

/** A section of the sidebar. */
export function Section({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="flex h-7 items-center justify-between pr-1 pl-2 text-quiet">
        <h2 className="text-sm font-medium">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The classes of a link in the sidebar. */
export const itemClasses =
  'flex h-7 items-center gap-2 rounded-md px-2 text-quiet hover:bg-hover hover:text-text focus-visible:outline-offset-0 ' +
  'aria-[current=page]:bg-pressed aria-[current=page]:text-text pointer-coarse:h-10'
