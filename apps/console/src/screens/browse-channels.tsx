import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ArchivedChannels } from '../channel/archived-channels.js'
import { NewChannel } from '../channel/new-channel.js'
import { joinableChannelsQuery } from '../data/channels.js'
import { useTeam } from '../data/current-team.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Icon } from '../ui/icon.js'
import { List, rowClasses } from '../ui/list.js'
import { EmptyState, ErrorState, Loading } from '../ui/states.js'

/** Public channels that the user has not joined. */
export function BrowseChannelsScreen() {
  const team = useTeam()
  usePageTitle('Browse channels', team.display_name)
  return (
    <Screen title="Browse channels" about="Public channels that you can join" actions={<NewChannel />}>
      <Scroll>
        <Channels />
        <ArchivedChannels />
      </Scroll>
    </Screen>
  )
}

function Channels() {
  const team = useTeam()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const { data: channels, error, refetch } = useQuery(joinableChannelsQuery(team.id))
  if (!channels)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the channels" />
  if (channels.length === 0)
    return (
      <EmptyState icon="hash" title="You are in every public channel">
        <p>Private channels are not listed. Ask a member to add you.</p>
      </EmptyState>
    )
  return (
    <div ref={list}>
      <List>
        {channels.map(({ id, name, display_name, purpose }) => (
          <li key={id}>
            <Link
              data-row
              to="/$team/channels/$channel"
              params={{ team: team.name, channel: name }}
              className={rowClasses}
            >
              <Icon name="hash" className="size-4 text-quiet" />
              <span className="shrink-0 font-medium">{display_name || name}</span>
              <span dir="auto" className="truncate text-quiet">
                {purpose}
              </span>
            </Link>
          </li>
        ))}
      </List>
    </div>
  )
}
