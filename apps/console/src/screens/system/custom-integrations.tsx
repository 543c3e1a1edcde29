import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../data/admin/settings.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { RecentChanges } from '../../system/recent-changes.js'
import { integrationSwitches, SwitchesForm } from '../../system/switches-form.js'

/** Feature switches for integrations. */
export function CustomIntegrationsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery)
  usePageTitle('Custom integrations', 'System console')
  return (
    <Screen title="Custom integrations" about="Webhooks, applications and their permissions">
      <Scroll>
        {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the settings" />)}
        {data && (
          <div className="flex flex-auto flex-col lg:flex-row">
            <div className="min-w-0 flex-auto">
              <SwitchesForm settings={data} switches={integrationSwitches} />
            </div>
            <RecentChanges names={integrationSwitches.map(({ name }) => name)} />
          </div>
        )}
      </Scroll>
    </Screen>
  )
}
