import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTeam } from '../data/current-team.js'
import { type SidebarChannel, useSidebarChannels } from '../data/sidebar.js'
import { JumpButton } from '../jump/jump-button.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { ListRows } from '../ui/rows/list-rows.js'
import { ChannelLink, DirectLink } from './channel-link.js'
import { IntegrationLinks } from './integration-links.js'
import { Section } from './section.js'
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
