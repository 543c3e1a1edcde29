import { useQuery } from '@tanstack/react-query'
import { useHook } from '../../data/current-hook.js'
import { useTeam } from '../../data/current-team.js'
import { hookTitle, refusedCallsQuery } from '../../data/hooks.js'
import { LastRefused } from '../../hooks/last-refused.js'
import { RefusedOnDay } from '../../hooks/refused-on-day.js'
import { usePageTitle } from '../../layout/page-title.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'

/** Calls of a hook that never became deliveries: the last ones, and how many, and why, day by day. */
export function RefusedCallsScreen() {
  const team = useTeam()
  const hook = useHook()
  const { data, error, refetch } = useQuery(refusedCallsQuery(team.id, hook.id))
  usePageTitle('Refused calls', hookTitle(hook), team.display_name)
  if (!data)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the refused calls" />
  const days = data.days.filter(({ calls }) => calls.length > 0)
  if (days.length === 0)
    return (
      <EmptyState icon="check" title="No call was refused">
        <p>
          Calls that cannot become a delivery are counted here for a month: those over the rate, with a body
          that is too large or cannot be read, and the like.
        </p>
      </EmptyState>
    )
  return (
    <div className="flex max-w-4xl flex-col gap-6 p-4">
      <p className="text-quiet">
        These calls were refused before they became deliveries, so nothing of them is kept but their number,
        and of the last ones why. Days are in UTC.
      </p>
      {data.last.length > 0 && <LastRefused calls={data.last} />}
      {days.map(day => (
        <RefusedOnDay key={day.day} {...day} />
      ))}
    </div>
  )
}
