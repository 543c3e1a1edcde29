import type { AppOverview } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AppBot } from '../apps/app-bot.js'
import { AppSettings, AppSummary, DeleteApp } from '../apps/app-settings.js'
import { AppsError } from '../apps/apps-error.js'
import { Credentials } from '../apps/credentials.js'
import { AppsCrumb } from '../apps/crumbs.js'
import { appsQuery } from '../data/apps.js'
import { useTeam } from '../data/teams.js'
import { usePageTitle } from '../layout/page-title.js'
import { Part } from '../layout/part.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Loading } from '../server/states.js'
import { EmptyState } from '../ui/states.js'

const route = getRouteApi('/$team/integrations/apps/$app')

/** An application: its credentials, its use, and its settings. */
export function AppScreen() {
  const team = useTeam()
  const { app: id } = route.useParams()
  const { data, error, refetch } = useQuery(appsQuery)
  const app = data?.find(app => app.id === id)
  usePageTitle(app?.name ?? 'Application', team.display_name)
  return (
    <Screen title={app?.name ?? 'Application'} before={<AppsCrumb />}>
      <Scroll>
        {!data &&
          (error ? <AppsError error={error} onRetry={refetch} /> : <Loading what="the application" />)}
        {data && !app && (
          <EmptyState title="Application not found">
            <p>It may have been deleted, or somebody else registered it.</p>
          </EmptyState>
        )}
        {app && <Shown key={id} app={app} />}
      </Scroll>
    </Screen>
  )
}

function Shown({ app }: { app: AppOverview }) {
  return (
    <>
      <AppSummary app={app} />
      <Part title="Credentials" about="What a program needs to use it.">
        <Credentials app={app} />
      </Part>
      {app.bot_user_id !== '' && (
        <Part title="Bot" about="The account that it posts with when it acts for no user.">
          <AppBot app={app} />
        </Part>
      )}
      <Part title="Settings" about="How it appears to people, and where it can redirect them.">
        <AppSettings app={app} />
      </Part>
      <Part title="Delete" about="Delete it if nobody uses it, or if its secret has leaked.">
        <DeleteApp app={app} />
      </Part>
    </>
  )
}
