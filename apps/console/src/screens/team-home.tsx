import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { channelsQuery, firstChannelName } from '../data/channels.js'
import { useTeam } from '../data/teams.js'
import { lastChannel } from '../layout/last-places.js'
import { PageState } from '../server/states.js'

/** `/{team}` opens the last channel. */
export function TeamHomeScreen() {
  const team = useTeam()
  const { data, error, refetch } = useQuery(channelsQuery(team.id))
  if (!data) return <PageState error={error} onRetry={refetch} what="the channels" />
  const channels = data.filter(({ type }) => type !== 'D')
  const named = (wanted: string) => channels.find(({ name }) => name === wanted)
  const channel = named(lastChannel(team.name)) ?? named(firstChannelName) ?? channels[0]
  const params = { team: team.name }
  if (!channel) return <Navigate to="/$team/channels" params={params} replace />
  return <Navigate to="/$team/channels/$channel" params={{ ...params, channel: channel.name }} replace />
}
