import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../data/admin/settings.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { LimitedCallersPart } from '../../system/limited-callers.js'
import { LimitsForm } from '../../system/limits-form.js'

/** Rate limits, and the callers that exceeded them. */
export function RateLimitsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery)
  usePageTitle('Rate limits', 'System console')
  return (
    <Screen title="Rate limits" about="How many calls are allowed">
      <Scroll>
        {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the settings" />)}
        {data && <LimitsForm settings={data} />}
        {data && <LimitedCallersPart />}
      </Scroll>
    </Screen>
  )
}
