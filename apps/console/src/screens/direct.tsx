import { ApiError } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChannelView } from '../channel/channel-view.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { userByNameQuery } from '../data/users.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen } from '../layout/screen.js'
import { ErrorState, PageState } from '../server/states.js'
import { EmptyState } from '../ui/states.js'

const route = getRouteApi('/$team/messages/@{$user}')

/** The direct channel with another user, created when it is first opened. */
export function DirectScreen() {
  const team = useTeam()
  const { user: username } = route.useParams()
  const { post } = route.useSearch()
  const { data: user, error: userError } = useQuery(userByNameQuery(username))
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
  if (isNobody(userError ?? error)) return <Nobody username={username} />
  if (userError ?? error)
    return (
      <Screen title={username}>
        <ErrorState error={userError ?? error} onRetry={refetch} />
      </Screen>
    )
  if (!channel) return <PageState error={null} onRetry={refetch} what="the channel" />
  const path = `/${team.name}/messages/@${encodeURIComponent(username)}`
  return <ChannelView key={channel.id} channel={channel} title={username} path={path} post={post} />
}

function isNobody(error: unknown): boolean {
  return error instanceof ApiError && (error.is('no_such_user') || error.is('no_other_user'))
}

function Nobody({ username }: { username: string }) {
  return (
    <Screen title={username}>
      <EmptyState icon="person" title={`User ${username} not found`}>
        <p>Check the name. It may also be a name that a webhook chose for its posts.</p>
      </EmptyState>
    </Screen>
  )
}
