import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/current-team.js'
import { useSidebarChannels } from '../data/sidebar.js'
import { JumpButton } from '../jump/jump-button.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { ChannelLink, DirectLink } from './channel-link.js'
import { IntegrationLinks } from './integration-links.js'
import { Section } from './section.js'
import { TeamMenu } from './team-menu.js'

/** A team's sidebar: channels, direct messages and integrations. */
export function Sidebar({ className }: { className?: string }) {
  const team = useTeam()
  const channels = useSidebarChannels()
  const directs = channels?.filter(({ channel }) => channel.type === 'D') ?? []
  return (
    <nav aria-label="Sidebar" className={classes('flex-col bg-sidebar', className)}>
      <TeamMenu />
      <div className="p-2 pb-0">
        <JumpButton />
      </div>
      <div className="flex min-h-0 flex-auto flex-col gap-4 overflow-y-auto p-2">
        <Section
          title="Channels"
          action={
            <Link
              to="/$team/channels"
              params={{ team: team.name }}
              title="Browse channels"
              aria-label="Browse channels"
              className="flex size-6 items-center justify-center rounded-md hover:bg-pressed hover:text-text pointer-coarse:size-10"
            >
              <Icon name="plus" />
            </Link>
          }
        >
          {channels
            ?.filter(({ channel }) => channel.type !== 'D')
            .map(entry => (
              <ChannelLink key={entry.channel.id} {...entry} />
            ))}
        </Section>
        {directs.length > 0 && (
          <Section title="Direct messages">
            {directs.map(entry => (
              <DirectLink key={entry.channel.id} {...entry} />
            ))}
          </Section>
        )}
        <Section title="Integrations">
          <IntegrationLinks />
        </Section>
      </div>
    </nav>
  )
}
