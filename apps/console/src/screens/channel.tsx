import type { ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { ChannelView } from '../channel/channel-view.js'
import { channelsQuery } from '../data/channels.js'
import { lazyPart } from '../data/client/until-loaded.js'
import { useTeam } from '../data/teams.js'
import { rememberChannel } from '../layout/last-places.js'
import { usePageTitle } from '../layout/page-title.js'
import { PageState } from '../server/states.js'

const NotAMember = lazyPart(() => import('../channel/not-a-member.js'), 'NotAMember')

const route = getRouteApi('/$team/channels/$channel')

/** A channel with its posts. */
export function ChannelScreen() {
  const team = useTeam()
  const { channel: name } = route.useParams()
  const { post } = route.useSearch()
  const { data: channels, error, refetch } = useQuery(channelsQuery(team.id))
  const channel = useRenamed(
    name,
    channels?.find(channel => channel.name === name && channel.type !== 'D'),
    channels,
  )
  usePageTitle(channel?.display_name ?? name, team.display_name)
  useEffect(() => {
    if (channel) rememberChannel(team.name, channel.name)
  }, [team, channel])

  if (!channels) return <PageState error={error} onRetry={refetch} what="the channel" />
  if (!channel)
    return (
      <Suspense>
        <NotAMember name={name} />
      </Suspense>
    )
  return (
    <ChannelView
      key={channel.id}
      channel={channel}
      title={channel.display_name || channel.name}
      path={`/${team.name}/channels/${channel.name}`}
      post={post}
    />
  )
}

/** Follows a channel that is renamed while it is shown to its new URL. */
function useRenamed(
  name: string,
  found: ChannelObject | undefined,
  channels: ChannelObject[] | undefined,
): ChannelObject | undefined {
  const navigate = useNavigate()
  const shown = useRef<{ name: string; id: string }>(undefined)
  if (found) shown.current = { name, id: found.id }
  const isShown = ({ id }: ChannelObject) => shown.current?.name === name && id === shown.current.id
  const channel = found ?? channels?.find(isShown)
  const renamedTo = channel && channel !== found ? channel.name : undefined
  useEffect(() => {
    if (renamedTo === undefined) return
    void navigate({ to: '.', params: { channel: renamedTo }, search: true, replace: true })
  }, [renamedTo, navigate])
  return channel
}
