import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hookTitle, refusedCallsQuery, useHook } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { refusedSamplesQuery } from '../../data/trials.js'
import { RefusedOrRejected } from '../../deliveries/refused-or-rejected.js'
import { RefusedOnDay } from '../../hooks/hook-chart.js'
import { LastRefused } from '../../hooks/last-refused.js'
import { usePageTitle } from '../../layout/page-title.js'
import { ErrorState, Loading } from '../../server/states.js'
import { buttonClasses } from '../../ui/button.js'
import { EmptyState } from '../../ui/states.js'

/** Calls without a text can become posts by a template. */
function BuildTemplate() {
  const team = useTeam()
  const hook = useHook()
  const { data: samples = [] } = useQuery(refusedSamplesQuery({ team: team.id, hook: hook.id }))
  if (samples.length === 0) return null
  return (
    <section
      aria-label="Build a template"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-accent-soft px-4 py-3"
    >
      <p>
        The JSON of {samples.length === 1 ? 'a call' : `${samples.length} calls`} without a text is stored for
        a day.
      </p>
      <Link
        to="/$team/integrations/incoming/$hook/template"
        params={{ team: team.name, hook: hook.id }}
        className={buttonClasses('primary')}
      >
        Build a template
      </Link>
    </section>
  )
}

/** A hook's calls that were never stored: the latest, and counts by day and cause. */
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
      <EmptyState icon="check" title="No refused calls">
        <RefusedOrRejected />
      </EmptyState>
    )
  return (
    <div className="flex max-w-4xl flex-col gap-6 p-4">
      <div className="flex flex-col gap-1">
        <RefusedOrRejected />
        <p className="text-quiet">
          This page has the latest reasons, and counts by day (UTC).{' '}
          <Link
            from="/$team/integrations/incoming/$hook/refused"
            to="/$team/integrations/incoming/$hook"
            search={{ outcome: 'rejected' }}
            className="text-accent underline underline-offset-2"
          >
            Show rejected deliveries
          </Link>
        </p>
      </div>
      <BuildTemplate />
      {data.last.length > 0 && <LastRefused calls={data.last} />}
      {days.map(day => (
        <RefusedOnDay key={day.day} {...day} />
      ))}
    </div>
  )
}
