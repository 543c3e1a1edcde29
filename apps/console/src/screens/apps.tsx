import { useQuery } from '@tanstack/react-query'
import { AppTable } from '../apps/app-table.js'
import { AppsError } from '../apps/apps-error.js'
import { NewAppLink } from '../apps/new-app-link.js'
import { appsQuery } from '../data/apps.js'
import { useTeam } from '../data/teams.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Loading } from '../server/states.js'
import { EmptyState } from '../ui/states.js'

/** The applications that the user manages. */
export function AppsScreen() {
  const team = useTeam()
  const { data, error, refetch } = useQuery(appsQuery)
  usePageTitle('Applications', team.display_name)
  return (
    <Screen
      title="Applications"
      about="Programs that act for people or as bots"
      actions={data && data.length > 0 && <NewAppLink isByTitle />}
    >
      <Scroll>
        {!data &&
          (error ? <AppsError error={error} onRetry={refetch} /> : <Loading what="the applications" />)}
        {data?.length === 0 && <NoApps />}
        {data && data.length > 0 && <AppTable apps={data} />}
      </Scroll>
    </Screen>
  )
}

function NoApps() {
  return (
    <EmptyState icon="apps" title="No applications yet" actions={<NewAppLink />}>
      <p>
        An application asks people for permission to act for them, without their passwords, or posts as its
        own bot. If a program only posts to a channel, a webhook is enough.
      </p>
    </EmptyState>
  )
}
