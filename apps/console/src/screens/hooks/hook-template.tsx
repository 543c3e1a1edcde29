import { useQuery } from '@tanstack/react-query'
import { hookTitle, useHook } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { hookTemplateQuery } from '../../data/trials.js'
import { usePageTitle } from '../../layout/page-title.js'
import { ErrorState, Loading } from '../../server/states.js'
import { TemplateBench } from '../../template/template-bench.js'

/** Builds a template from the JSON of a refused call or a delivery. */
export function HookTemplateScreen() {
  const team = useTeam()
  const hook = useHook()
  const { data, error, refetch } = useQuery(hookTemplateQuery({ team: team.id, hook: hook.id }))
  usePageTitle('Template', hookTitle(hook), team.display_name)
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the template" />
  return (
    <div className="flex flex-col">
      <p className="max-w-prose px-4 pt-4 text-quiet">
        A template turns the JSON of any program into a post. It applies to every call, unless the URL ends
        with a sender’s name or /slack.
      </p>
      <TemplateBench key={hook.id} saved={data} />
    </div>
  )
}
