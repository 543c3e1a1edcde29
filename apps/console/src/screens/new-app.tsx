import { useQuery } from '@tanstack/react-query'
import { AppForm, noAppValues } from '../apps/app-form.js'
import { AppsError } from '../apps/apps-error.js'
import { AppsCrumb } from '../apps/crumbs.js'
import { useRegisterApp } from '../apps/use-register-app.js'
import { appsQuery } from '../data/apps.js'
import { useTeam } from '../data/teams.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { Loading } from '../server/states.js'

/** Registers an application and shows its secret. */
export function NewAppScreen() {
  const team = useTeam()
  const { data, error, refetch } = useQuery(appsQuery) // users who can't list applications can't register them either
  const registering = useRegisterApp()
  usePageTitle('New application', team.display_name)
  return (
    <Screen title="New application" before={<AppsCrumb />}>
      <Scroll>
        {!data && (error ? <AppsError error={error} onRetry={refetch} /> : <Loading what="the form" />)}
        {data && (
          <div className="p-4">
            <AppForm isNew initial={noAppValues} action="Register application" saving={registering} />
          </div>
        )}
      </Scroll>
    </Screen>
  )
}
