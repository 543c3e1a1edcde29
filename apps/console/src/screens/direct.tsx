import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChannelView } from '../channel/channel-view.js'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { userByNameQuery } from '../data/users.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen } from '../layout/screen.js'
import { ErrorState, Loading } from '../ui/states.js'

const route = getRouteApi('/$team/messages/@{$user}')

/** What one and another user write to each other. The channel for it is made when it is first looked at. */
export function DirectScreen() {
  const team = useTeam()
  const { user: username } = route.useParams()
  const { post } = route.useSearch()
  const { data: user, error: userError } = useQuery({ ...userByNameQuery(username), retry: false })
  const {
    data: channel,
    error,
    refetch,
  } = useQuery({
    queryKey: ['direct', team.id, user?.id],
    enabled: user !== undefined,
    queryFn: () => api.createDirectChannel({ params: { team: team.id }, body: { user_id: user?.id ?? '' } }),
  })
  usePageTitle(username, team.display_name)
  if (userError ?? error)
    return (
      <Screen title={username}>
        <ErrorState error={userError ?? error} onRetry={refetch} />
      </Screen>
    )
  if (!channel) return <Loading what="the channel" />
  return <ChannelView key={channel.id} channel={channel} title={username} {...(post && { post })} />
}
